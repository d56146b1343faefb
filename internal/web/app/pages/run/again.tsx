import { ask } from "../../api/client";
import type { Job } from "../../api/types";
import { CopyText } from "../../parts/copy";
import { Link } from "../../parts/link";
import { commandOf, whyNotExactly } from "./command";
import { SaveButton } from "./save";

// Again shows how to repeat the run, here or on the command line.
export function Again(props: { job: Job; ended: boolean }) {
  const { job } = props;
  const reason = props.ended && job.state !== "failed" ? whyNotExactly(job) : null;
  return (
    <section class="card run-again" aria-labelledby="again">
      <h2 id="again">Again with this seed</h2>
      <div class="run-actions">
        <Link to={`/?from=${encodeURIComponent(job.id)}`} class="button">
          Open as a new run
        </Link>
        <SaveButton name={job.instance.file} fetch={() => ask(`/v1/instances/${encodeURIComponent(job.instance.hash)}/file`)}>
          Download the instance
        </SaveButton>
      </div>
      <CopyText text={commandOf(job)} label="Command line of this run" />
      {reason !== null && <p class="hint">{reason}</p>}
    </section>
  );
}
