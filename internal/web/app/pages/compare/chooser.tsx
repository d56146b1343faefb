import { useMemo, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Busy } from "../../parts/busy";
import { Empty } from "../../parts/empty";
import { Failed } from "../../parts/failed";
import { Field } from "../../parts/field";
import { useLoad } from "../../parts/load";
import { State } from "../../parts/state";
import { cost, whole } from "../../text/numbers";
import { algorithmOf, costOf } from "../jobs/listing";
import { groupKey, detailOf, paramsOf } from "./contest";
import { byName, mostRuns, seedOf } from "./runs";

const pageSize = 200;
const pause = 10_000; // milliseconds between polls for new jobs

// Chooser lists the started jobs by instance, with check boxes.
export function Chooser(props: { chosen: string[]; onChoose: (ids: string[]) => void }) {
  const [pages, setPages] = useState(1);
  const [query, setQuery] = useState("");
  const { data, error, reload } = useLoad(() => loadJobs(pages), [pages], { every: pause, keep: true });
  const groups = useMemo(() => groupsOf(data?.jobs ?? [], query), [data, query]);
  const chosen = useMemo(() => new Set(props.chosen), [props.chosen]);
  const choose = (ids: string[], on: boolean) => {
    const others = props.chosen.filter((id) => !ids.includes(id));
    props.onChoose(on ? [...others, ...ids].slice(0, mostRuns) : others);
  };
  return (
    <div class="chooser">
      <Field label="Find runs">
        <input type="search" placeholder="File, algorithm, seed or label" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
      </Field>
      {error !== undefined && <Failed error={error} retry={reload} />}
      {data === undefined && error === undefined && <Busy />}
      {data !== undefined && groups.length === 0 && <Empty title={query === "" ? "No runs yet" : "Nothing found"}>{query === "" ? "Start a few, then compare them here." : "No run matches this text."}</Empty>}
      <div class="pool">
        {groups.map((group) => (
          <Group key={group.key} group={group} chosen={chosen} full={chosen.size >= mostRuns} open={query !== "" || groups.length === 1} choose={choose} />
        ))}
      </div>
      {data?.next !== undefined && (
        <button type="button" class="quiet" onClick={() => setPages(pages + 1)}>
          Show older jobs
        </button>
      )}
      {chosen.size >= mostRuns && <p class="hint">{whole(mostRuns)} runs are as many as a comparison takes.</p>}
    </div>
  );
}

type InstanceJobs = { key: string; file: string; detail: string; jobs: Job[] };

function Group(props: { group: InstanceJobs; chosen: Set<string>; full: boolean; open: boolean; choose: (ids: string[], on: boolean) => void }) {
  const { group, chosen } = props;
  const ids = group.jobs.map((job) => job.id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? (props.open || count > 0);
  return (
    <details open={open} onToggle={(event) => event.currentTarget.open !== open && setOpened(event.currentTarget.open)}>
      <summary>
        <span class="file">{group.file}</span>
        {group.detail !== "" && <span class="hint">{group.detail}</span>}
        <span class="count">{count > 0 ? `${whole(count)} of ${whole(ids.length)}` : whole(ids.length)}</span>
      </summary>
      {open && (
        <>
          {ids.length > 1 && (
            <button type="button" class="quiet" disabled={props.full && count < ids.length} onClick={() => props.choose(ids, count < ids.length)}>
              {count < ids.length ? "Choose all" : "Choose none"}
            </button>
          )}
          <ul>
            {group.jobs.map((job) => (
              <li key={job.id}>
                <Choose job={job} checked={chosen.has(job.id)} disabled={props.full && !chosen.has(job.id)} onChange={(on) => props.choose([job.id], on)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function Choose(props: { job: Job; checked: boolean; disabled: boolean; onChange: (on: boolean) => void }) {
  const { job } = props;
  const found = costOf(job);
  return (
    <label>
      <input type="checkbox" checked={props.checked} disabled={props.disabled} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      <span class="name">
        {algorithmOf(job)} <span class="hint">{[paramsOf(job), `seed ${seedOf(job)}`, job.label ?? ""].filter((part) => part !== "").join(" · ")}</span>
      </span>
      {job.state === "done" && found !== undefined ? <span class="cost">{cost(found, job.instance.unit)}</span> : <State value={job.state} />}
    </label>
  );
}

async function loadJobs(pages: number): Promise<{ jobs: Job[]; next: string | undefined }> {
  const jobs: Job[] = [];
  let next: string | undefined;
  for (let page = 0; page < pages && (page === 0 || next !== undefined); page++) {
    const answer = await api.jobs(next === undefined ? { limit: pageSize } : { limit: pageSize, after: next });
    jobs.push(...(answer.jobs ?? []));
    next = answer.next;
  }
  return { jobs, next };
}

function groupsOf(jobs: Job[], query: string): InstanceJobs[] {
  const words = query.toLowerCase().split(/\s+/);
  const groups = new Map<string, InstanceJobs>();
  for (const job of jobs) {
    const text = [job.instance.file, algorithmOf(job), paramsOf(job), seedOf(job), job.label, job.id, job.state].join(" ").toLowerCase();
    if (job.state === "queued" || !words.every((word) => text.includes(word))) continue;
    const key = groupKey(job);
    const group = groups.get(key) ?? { key, file: job.instance.file, detail: detailOf(job), jobs: [] };
    group.jobs.push(job);
    groups.set(key, group);
  }
  for (const group of groups.values()) group.jobs.sort(byName);
  return [...groups.values()];
}
