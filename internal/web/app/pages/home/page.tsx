import { useCallback, useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Failed } from "../../parts/failed";
import { Icon } from "../../parts/icon";
import { useLoad } from "../../parts/load";
import { draftOf, freshDraft } from "./draft";
import { useDrop } from "./drop";
import { useInstance } from "./instance";
import { jobWithPreview } from "./preview";
import { readingFrom } from "./reading";
import { Recent } from "./recent";
import { Source } from "./source";
import { Submit } from "./submit";

// HomePage is the form for a new job. With from, it starts with the settings of that job.
export function HomePage(props: { from: string }) {
  const about = useLoad(api.about, []);
  const before = useLoad(() => (props.from === "" ? Promise.resolve(null) : jobWithPreview(props.from)), []);
  const instance = useInstance(about.data?.limits.upload_bytes);
  const [draft, setDraft] = useState(freshDraft);
  useEffect(() => {
    if (!before.data) return;
    const { job, preview } = before.data;
    const { hash, file, n = 0 } = job.instance;
    setDraft(draftOf(job.spec));
    instance.choose({ hash, file, n, problem: job.problem, notes: preview?.drawing.notes ?? [], preview }, readingFrom(job.spec));
  }, [before.data]);
  const above = useDrop(useCallback((file: File) => instance.send(file.name, file), [about.data]));
  useEffect(() => {
    document.title = "New · Tourmaline";
  }, []);
  const same = before.data && instance.chosen?.hash === before.data.job.instance.hash ? before.data.job.spec : null;
  return (
    <>
      <div class="pagehead">
        <div>
          <h1>{props.from === "" ? "Find a short route" : "Run it again"}</h1>
          <p class="hint">Drop in your stops and watch the route improve. Assignments, cuts, colourings and functions work too.</p>
        </div>
      </div>
      {before.error !== undefined && <Failed error={before.error} retry={before.reload} />}
      {props.from !== "" && before.data === undefined && before.error === undefined && <Busy />}
      <div class="home">
        <Source instance={instance} shapes={about.data?.shapes ?? undefined} />
        <Submit instance={instance} draft={draft} setDraft={setDraft} before={same} />
        <Recent />
      </div>
      {above && (
        <div class="dropping">
          <p>
            <Icon name="upload" size={36} />
            Drop the file to upload it
          </p>
        </div>
      )}
    </>
  );
}
