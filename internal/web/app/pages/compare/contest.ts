// Selected runs as a contest: contestants are algorithms with their parameters and limits, and costs
// are compared only on the same instance.
import type { Job } from "../../api/types";
import { algorithmOf, costOf, isOpen } from "../jobs/listing";
import { limitsOf, routeOf } from "../run/words";
import { byName, type Run } from "./runs";
import { gap, median, ranks } from "./statistics";

export type Contestant = { key: string; algorithm: string; params: string; limits: string; place: number };

// A Row has the runs of a contestant on an instance. Medians cover the runs with a result; in ranks, a
// failed run is worse than any other.
export type Row = {
  contestant: Contestant;
  runs: Run[];
  going: number;
  failed: number;
  costs: number[]; // ascending
  median: number | null;
  gap: number | null; // median, percent
  seconds: number | null; // median time to the best
  rank: number | null;
};

export type RunGroup = {
  key: string;
  file: string;
  detail: string;
  unit: string | undefined; // of costs
  runs: Run[];
  rows: Row[];
  reference: number | null; // gaps are to this cost
  known: boolean; // the reference is the best known cost, not only the best of these runs
};

export type Contest = { contestants: Contestant[]; groups: RunGroup[]; missing: Run[] };

export function contestOf(runs: Run[]): Contest {
  const contestants = new Map<string, Contestant>();
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    if (!run.job) continue;
    const contestant = contestantOf(run.job, contestants.size);
    if (!contestants.has(contestant.key)) contestants.set(contestant.key, contestant);
    const key = groupKey(run.job);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  for (const members of groups.values()) members.sort((a, b) => (a.job && b.job ? byName(a.job, b.job) : 0));
  return {
    contestants: [...contestants.values()],
    groups: [...groups].map(([key, members]) => groupOf(key, members, contestants)),
    missing: runs.filter((run) => run.job === null),
  };
}

export function paramsOf(job: Job): string {
  const params = Object.entries(job.spec.settings.params ?? {});
  return params.map(([name, value]) => `${name}=${value}`).sort().join(" ");
}

function contestantOf(job: Job, place: number): Contestant {
  const [algorithm, params, limits] = [algorithmOf(job), paramsOf(job), limitsOf(job)];
  return { key: JSON.stringify([algorithm, params, limits]), algorithm, params, limits, place };
}

// groupKey identifies what determines costs: the file, how it is read, and the route.
export function groupKey(job: Job): string {
  return JSON.stringify([job.instance.hash, job.problem, job.spec.reading ?? null, job.spec.route ?? null]);
}

// detailOf describes how an instance differs from its file alone.
export function detailOf(job: Job): string {
  return [routeOf(job), job.spec.reading?.metric ?? ""].filter((part) => part !== "").join(" ");
}

function groupOf(key: string, runs: Run[], contestants: Map<string, Contestant>): RunGroup {
  const jobs = runs.flatMap((run) => run.job ?? []);
  const known = jobs.map((job) => job.digest?.best_known).find((cost) => cost !== undefined);
  const found = jobs.flatMap((job) => (job.digest || isOpen(job) ? (costOf(job) ?? []) : []));
  const reference = known ?? (found.length > 0 ? Math.min(...found) : null);
  const rows = [...contestants.values()].flatMap((contestant) => {
    const own = runs.filter((run) => run.job && contestantOf(run.job, 0).key === contestant.key);
    return own.length > 0 ? [rowOf(contestant, own, reference)] : [];
  });
  const ranked = rows.filter((row) => row.costs.length + row.failed > 0);
  const places = ranks(ranked.map(standing));
  ranked.forEach((row, i) => (row.rank = places[i] ?? null));
  rows.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.contestant.place - b.contestant.place);
  const first = jobs[0] as Job;
  return { key, file: first.instance.file, detail: detailOf(first), unit: first.instance.unit, runs, rows, reference, known: known !== undefined };
}

function rowOf(contestant: Contestant, runs: Run[], reference: number | null): Row {
  const ended = runs.filter((run) => run.job?.digest);
  const costs = ended.map((run) => run.job?.digest?.cost as number).sort((a, b) => a - b);
  const gaps = costs.flatMap((cost) => (reference === null ? [] : (gap(cost, reference) ?? [])));
  return {
    contestant,
    runs,
    going: runs.filter((run) => run.job && isOpen(run.job)).length,
    failed: runs.filter((run) => run.job?.state === "failed").length,
    costs,
    median: median(costs),
    gap: gaps.length === costs.length ? median(gaps) : null,
    seconds: median(ended.flatMap((run) => timeToBest(run) ?? [])),
    rank: null,
  };
}

function timeToBest(run: Run): number | null {
  const last = run.points[run.points.length - 1];
  return run.points.find((point) => point.cost === last?.cost)?.seconds ?? null;
}

// standing returns the median including failures, infinite if half of the runs failed.
function standing(row: Row): number {
  const all = [...row.costs, ...new Array<number>(row.failed).fill(Infinity)];
  return median(all) ?? Infinity;
}

// meanRanks returns the mean ranks over the instances on which all contestants finished, or null with
// fewer than two such instances or two contestants.
export function meanRanks(contest: Contest): { ranks: { contestant: Contestant; rank: number }[]; groups: RunGroup[] } | null {
  const { contestants } = contest;
  const groups = contest.groups.filter((group) => group.rows.filter((row) => row.rank !== null).length === contestants.length);
  if (contestants.length < 2 || groups.length < 2) return null;
  const of = (contestant: Contestant) =>
    groups.reduce((sum, group) => sum + (group.rows.find((row) => row.contestant.key === contestant.key)?.rank ?? 0), 0) / groups.length;
  return { ranks: contestants.map((contestant) => ({ contestant, rank: of(contestant) })).sort((a, b) => a.rank - b.rank), groups };
}
