import { useMemo, useRef, useState } from "preact/hooks";
import { Busy } from "../../parts/busy";
import { Empty } from "../../parts/empty";
import { Failed, messageOf } from "../../parts/failed";
import { useLoad } from "../../parts/load";
import { go } from "../../router";
import { cost, whole } from "../../text/numbers";
import { problemName, sizeOf } from "../../text/problems";
import { Choice } from "../../views/choice";
import { isOpen } from "../jobs/listing";
import { Chooser } from "./chooser";
import { Chosen } from "./chosen";
import { contestOf, type RunGroup, type Contest } from "./contest";
import { GapOverlay, Overlay } from "./overlay";
import { Pictures } from "./pictures";
import { Ranking } from "./ranking";
import { Reports } from "./reports";
import { Results } from "./results";
import { loadRuns, mostRuns, type Run } from "./runs";

const pause = 2000; // milliseconds between polls of active runs

// ComparePage compares the runs in the address.
export function ComparePage(props: { jobs: string[] }) {
  const ids = useMemo(() => [...new Set(props.jobs)].slice(0, mostRuns), [props.jobs.join()]);
  const choose = (next: string[]) => go(`/compare${next.length > 0 ? "?" : ""}${new URLSearchParams(next.map((id) => ["job", id]))}`, "replace");
  const [choosing] = useState(ids.length === 0 || matchMedia("(min-width: 1000px)").matches);
  return (
    <>
      <div class="pagehead">
        <h1>Compare runs</h1>
        {ids.length > 0 && (
          <button type="button" class="quiet" onClick={() => choose([])}>
            Remove all
          </button>
        )}
      </div>
      <div class="compare">
        <details class="card choosing" open={choosing}>
          <summary>
            <h2>Runs</h2>
            <span class="hint">{whole(ids.length)} chosen</span>
          </summary>
          <Chooser chosen={ids} onChoose={choose} />
        </details>
        <div class="outcome">
          {ids.length === 0 ? (
            <section class="card">
              <Empty title="Nothing to compare yet">Choose two or more runs. Runs on the same instance share a chart; runs of one algorithm with different seeds share a row.</Empty>
            </section>
          ) : (
            <Comparison ids={ids} onRemove={(id) => choose(ids.filter((other) => other !== id))} />
          )}
          <Reports />
        </div>
      </div>
    </>
  );
}

function Comparison(props: { ids: string[]; onRemove: (id: string) => void }) {
  const kept = useRef(new Map<string, Run>());
  const [going, setGoing] = useState(false);
  const [by, setBy] = useState<"seconds" | "steps">("seconds");
  const [scale, setScale] = useState<"cost" | "gap">("cost");
  const load = async (signal: AbortSignal) => {
    const runs = await loadRuns(props.ids, kept.current, signal);
    setGoing(runs.some((run) => run.job && isOpen(run.job)));
    return runs;
  };
  const { data, error, reload } = useLoad(load, [props.ids], { every: going ? pause : undefined, keep: true });
  const contest = useMemo(() => contestOf(data ?? []), [data]);
  if (data === undefined) return error === undefined ? <Busy /> : <Failed error={error} retry={reload} />;
  return (
    <>
      {error !== undefined && <Failed error={error} retry={reload} />}
      {contest.missing.map((run) => (
        <p key={run.id} class="card missing">
          <span>
            <code>{run.id}</code>: {messageOf(run.error)}
          </span>
          <button type="button" class="quiet" onClick={() => props.onRemove(run.id)}>
            Remove
          </button>
        </p>
      ))}
      <div class="choices">
        <Choice label="Horizontal axis" value={by} onChange={setBy} options={[["seconds", "time"], ["steps", "steps"]]} />
        {contest.groups.length > 1 && <Choice label="Charts" value={scale} onChange={setScale} options={[["cost", "cost, by instance"], ["gap", "gap, all instances"]]} />}
      </div>
      {scale === "gap" && contest.groups.length > 1 && (
        <section class="card" aria-labelledby="gaps">
          <h2 id="gaps">Gap in percent</h2>
          <p class="hint">To the best known cost of each instance, or to the best of these runs if none is known.</p>
          <GapOverlay contest={contest} by={by} />
        </section>
      )}
      <Ranking contest={contest} />
      {contest.groups.map((group) => (
        <RunGroupCard key={group.key} group={group} contest={contest} by={by} charted={scale === "cost" || contest.groups.length < 2} onRemove={props.onRemove} />
      ))}
    </>
  );
}

function RunGroupCard(props: { group: RunGroup; contest: Contest; by: "seconds" | "steps"; charted: boolean; onRemove: (id: string) => void }) {
  const { group } = props;
  const job = group.runs[0]?.job;
  const size = job?.instance.n === undefined ? "" : sizeOf(job.problem, job.instance.n);
  return (
    <section class="card rungroup" aria-label={group.file}>
      <header>
        <h2>{group.file}</h2>
        <p class="hint">
          {[problemName(job?.problem ?? ""), size, group.detail].filter((part) => part !== "").join(" · ")}
        </p>
        {group.reference !== null && (
          <p class="hint">
            Gaps are to the {group.known ? "best known cost" : "best of these runs"}, {cost(group.reference)}
          </p>
        )}
      </header>
      {props.charted && <Overlay group={group} contest={props.contest} by={props.by} />}
      <Results group={group} />
      <Pictures group={group} contest={props.contest} />
      <Chosen group={group} contest={props.contest} onRemove={props.onRemove} />
    </section>
  );
}
