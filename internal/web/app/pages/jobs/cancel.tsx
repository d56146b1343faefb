import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Dialog } from "../../parts/dialog";
import { messageOf } from "../../parts/failed";
import { toast } from "../../parts/toast";
import { titleOf } from "./listing";

// CancelJob asks for confirmation and cancels a job.
export function CancelJob(props: { job: Job; onClose: (asked: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const title = titleOf(props.job);
  const cancel = async () => {
    setBusy(true);
    try {
      const job = await api.cancel(props.job.id);
      toast(job.state === "done" ? `${title} had already finished.` : `${title} was cancelled.`);
    } catch (error) {
      toast(messageOf(error), "bad");
    }
    props.onClose(true);
  };
  return (
    <Dialog title={`Cancel ${title}?`} onClose={() => props.onClose(false)}>
      <p>
        {props.job.state === "running"
          ? "The search ends and keeps its best solution, which you can view and download."
          : "No worker has started it yet. If one does before the cancellation, its best solution is kept."}
      </p>
      <div class="actions">
        <button type="button" autofocus onClick={() => props.onClose(false)}>
          Keep running
        </button>
        <button type="button" class="danger primary" disabled={busy} onClick={() => void cancel()}>
          Cancel the job
        </button>
      </div>
    </Dialog>
  );
}
