// The address is the state: every page can be linked to, and Back works.
import { useEffect, useState } from "preact/hooks";

export type Route =
  | { page: "home"; from: string } // with the settings of that job
  | { page: "jobs"; state: string } // only jobs in that state, if set
  | { page: "run"; id: string }
  | { page: "compare"; jobs: string[] }
  | { page: "lost" };

export function routeOf(location: { pathname: string; search: string }): Route {
  const search = new URLSearchParams(location.search);
  const parts = location.pathname.split("/").filter((part) => part !== "");
  switch (parts[0]) {
    case undefined:
      return { page: "home", from: search.get("from") ?? "" };
    case "jobs":
      return parts[1] === undefined ? { page: "jobs", state: search.get("state") ?? "" } : { page: "run", id: decodeURIComponent(parts[1]) };
    case "compare":
      return { page: "compare", jobs: search.getAll("job") };
  }
  return { page: "lost" };
}

const moved = new EventTarget();
window.addEventListener("popstate", () => moved.dispatchEvent(new Event("move")));

// go navigates to another page.
export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") {
    history.pushState(null, "", path);
    window.scrollTo(0, 0);
  } else {
    history.replaceState(null, "", path);
  }
  moved.dispatchEvent(new Event("move"));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location));
  useEffect(() => {
    const move = () => setRoute(routeOf(location));
    moved.addEventListener("move", move);
    return () => moved.removeEventListener("move", move);
  }, []);
  return route;
}
