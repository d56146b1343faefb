import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Dialog } from "../../parts/dialog";
import { Failed } from "../../parts/failed";
import { State } from "../../parts/state";
import { problemName, sizeOf } from "../../text/problems";
import { titleOf } from "../jobs/listing";
import { hasEnded } from "./follow";

// Head names the run, says how it stands, and ends it.
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
        {queued ? "Take it back" : "Stop and keep the best"}
      </button>
      {asked && (
        <Dialog title={queued ? "Take this job back?" : "Stop this run?"} onClose={() => setAsked(false)}>
          <p>
            {queued
              ? "It has not begun, so there is nothing to keep. It stays in the list as cancelled."
              : "The search gets up to two seconds to settle, then it ends. The best solution so far is kept: you can look at it, replay it and download it. It cannot go on afterwards."}
          </p>
          {error !== undefined && <Failed error={error} />}
          <div class="actions">
            <button type="button" onClick={() => setAsked(false)}>
              {queued ? "Leave it" : "Keep running"}
            </button>
            <button type="button" class="danger primary" onClick={() => void cancel()}>
              {queued ? "Take it back" : "Stop and keep the best"}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
