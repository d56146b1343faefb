import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Confirm } from "../../parts/confirm";
import { isOpen, titleOf } from "./listing";

// EndJob asks for confirmation; then it cancels a job that has not ended, or deletes one that has.
export function EndJob(props: { job: Job; onClose: (acted: boolean) => void }) {
  return isOpen(props.job) ? <CancelJob {...props} /> : <DeleteJob {...props} />;
}

function CancelJob(props: { job: Job; onClose: (acted: boolean) => void }) {
  const title = titleOf(props.job);
  const cancel = async () => {
    const job = await api.cancel(props.job.id);
    return job.state === "done" ? `${title} had already finished.` : `${title} was cancelled.`;
  };
  return (
    <Confirm title={`Cancel ${title}?`} keep="Keep running" act="Cancel the job" action={cancel} onClose={props.onClose}>
      {props.job.state === "running"
        ? "The search ends and keeps its best solution, which you can view and download."
        : "No worker has started it yet. If one does before the cancellation, its best solution is kept."}
    </Confirm>
  );
}

function DeleteJob(props: { job: Job; onClose: (acted: boolean) => void }) {
  const title = titleOf(props.job);
  const remove = async () => {
    await api.erase(props.job.id);
    return `${title} was deleted.`;
  };
  return (
    <Confirm title={`Delete ${title}?`} keep="Keep it" act="Delete the job" action={remove} onClose={props.onClose}>
      The job is deleted with its result and its replay. The uploaded file stays for other jobs.
    </Confirm>
  );
}
