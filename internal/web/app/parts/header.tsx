import { useEffect, useState } from "preact/hooks";
import type { Route } from "../router";
import { currentToken, onSession, signOut } from "../session";
import { Link } from "./link";
import { ThemeSwitch } from "./theme";

export function Header(props: { route: Route }) {
  const page = props.route.page;
  const [signedIn, setSignedIn] = useState(currentToken() !== null);
  useEffect(() => onSession(() => setSignedIn(currentToken() !== null)), []);
  return (
    <header class="site">
      <Link to="/" class="brand">
        <img src="/favicon.svg" alt="" width="26" height="26" /> <span>Tourmaline</span>
      </Link>
      <nav aria-label="Pages">
        <Link to="/" current={page === "home"}>
          New
        </Link>
        <Link to="/jobs" current={page === "jobs" || page === "run"}>
          Jobs
        </Link>
        <Link to="/compare" current={page === "compare"}>
          Compare
        </Link>
      </nav>
      <div class="aside">
        {signedIn && (
          <button type="button" class="quiet" onClick={signOut}>
            Sign out
          </button>
        )}
        <ThemeSwitch />
      </div>
    </header>
  );
}
