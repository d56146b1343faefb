import { Link } from "../../parts/link";

const states = ["queued", "running", "done", "failed", "cancelled"];

// Filter shows all jobs, or those in one state.
export function Filter(props: { state: string }) {
  return (
    <nav class="filter" aria-label="Which jobs">
      <Link to="/jobs" current={props.state === ""}>
        All
      </Link>
      {states.map((state) => (
        <Link key={state} to={`/jobs?state=${state}`} current={props.state === state}>
          {state.charAt(0).toUpperCase() + state.slice(1)}
        </Link>
      ))}
    </nav>
  );
}
