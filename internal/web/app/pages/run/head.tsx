import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Dialog } from "../../parts/dialog";
import { Failed } from "../../parts/failed";
import { State } from "../../parts/state";
import { problemName, sizeOf } from "../../text/problems";
import { titleOf } from "../jobs/listing";
import { hasEnded } from "./follow";

// Head shows the name and state of the run, with the button that stops it.
export function Head(props: { job: Job; open: boolean }) {
  const { job } = props;
  return (
    <div class="pagehead run-head">
      <div>
        <h1>{titleOf(job)}</h1>
        <p class="hint">
          {props.open ? "Path" : problemName(job.problem)}
          {job.instance.n !== undefined && ` · ${sizeOf(job.problem, job.instance.n)}`}
          {job.label && ` · ${job.instance.file}`}
        </p>
      </div>
      <div class="run-actions">
        <span role="status">
          <State value={job.state} cancelling={job.cancel} />
        </span>
        {!hasEnded(job) && <Cancel job={job} />}
      </div>
    </div>
  );
}

function Cancel(props: { job: Job }) {
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const queued = props.job.state === "queued";
  const cancel = async () => {
    setError(undefined);
    try {
      await api.cancel(props.job.id);
      setAsked(false);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <>
      <button type="button" class="danger" disabled={props.job.cancel} onClick={() => setAsked(true)}>
        {queued ? "Cancel the job" : "Stop and keep the best"}
      </button>
      {asked && (
        <Dialog title={queued ? "Cancel this job?" : "Stop this run?"} onClose={() => setAsked(false)}>
          <p>
            {queued
              ? "It has not started, so there is nothing to keep. It stays in the list as cancelled."
              : "The search finishes within two seconds. It keeps the best solution so far, which you can view, replay and download. It cannot be continued afterwards."}
          </p>
          {error !== undefined && <Failed error={error} />}
          <div class="actions">
            <button type="button" onClick={() => setAsked(false)}>
              {queued ? "Keep it" : "Keep running"}
            </button>
            <button type="button" class="danger primary" onClick={() => void cancel()}>
              {queued ? "Cancel the job" : "Stop and keep the best"}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
