import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Empty } from "./parts/empty";
import { Header } from "./parts/header";
import { Outage } from "./parts/outage";
import { SignIn } from "./parts/signin";
import { Toasts } from "./parts/toast";
import { ComparePage } from "./pages/compare/page";
import { HomePage } from "./pages/home/page";
import { JobsPage } from "./pages/jobs/page";
import { RunPage } from "./pages/run/page";
import { Link } from "./parts/link";
import { useRoute, type Route } from "./router";
import { onSession, tokenNeeded } from "./session";

export function App() {
  const route = useRoute();
  const [locked, setLocked] = useState(tokenNeeded());
  useEffect(() => onSession(() => setLocked(tokenNeeded())), []);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header route={route} />
      <Outage />
      <main id="main" tabIndex={-1}>
        {locked && <SignIn />}
        <div hidden={locked}>{pageOf(route)}</div>
      </main>
      <Toasts />
    </>
  );
}

function pageOf(route: Route): ComponentChildren {
  switch (route.page) {
    case "home":
      return <HomePage key={route.from} from={route.from} />;
    case "jobs":
      return <JobsPage key={route.state} state={route.state} />;
    case "run":
      return <RunPage key={route.id} id={route.id} />;
    case "compare":
      return <ComparePage jobs={route.jobs} />;
    case "lost":
      return (
        <Empty title="Page not found">
          <Link to="/">Go to the start page</Link>
        </Empty>
      );
  }
}
