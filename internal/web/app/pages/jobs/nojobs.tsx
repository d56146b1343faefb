import { Empty } from "../../parts/empty";
import { Link } from "../../parts/link";

const texts: Record<string, string> = {
  queued: "No job is waiting for a worker.",
  running: "No job is running.",
  done: "No job has finished yet.",
  failed: "No job has failed. Failed jobs are listed here with the reason.",
  cancelled: "No job was cancelled.",
};

// NoJobs explains an empty list.
export function NoJobs(props: { state: string }) {
  if (props.state === "") {
    return (
      <Empty title="No jobs yet">
        <Link to="/">Run one here</Link>, or with <code>tourmaline jobs submit FILE</code>.
      </Empty>
    );
  }
  return (
    <Empty title={texts[props.state] ?? `Unknown state: ${props.state}.`}>
      <Link to="/jobs">Show all jobs</Link>
    </Empty>
  );
}
