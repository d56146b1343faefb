// The compared runs and their convergence.
import { api, ask, jobPath } from "../../api/client";
import { Refusal } from "../../api/problem";
import type { Job, Trace } from "../../api/types";
import type { Point } from "../../charts/convergence";
import { algorithmOf, isOpen } from "../jobs/listing";

// A Run is a selected job. If the server does not have it, it has an error instead of a job.
export type Run = { id: string; job: Job | null; points: Point[]; error: unknown };

export const mostRuns = 60;
const atOnce = 6; // concurrent requests; browsers send no more to one server

// seedOf is exact: a seed above 2^53 is a text.
export const seedOf = (job: Job) => String(job.spec.settings.seed ?? 0);

// byName orders jobs by algorithm and seed.
export function byName(a: Job, b: Job): number {
  const name = (job: Job) => `${algorithmOf(job)} ${JSON.stringify(job.spec.settings.params ?? {})}`;
  return name(a).localeCompare(name(b)) || seedOf(a).length - seedOf(b).length || seedOf(a).localeCompare(seedOf(b));
}

// loadRuns loads the runs. Finished and unknown runs do not change and are taken from kept.
export async function loadRuns(ids: string[], kept: Map<string, Run>, signal: AbortSignal): Promise<Run[]> {
  const missing = ids.filter((id) => !kept.has(id));
  const fresh = new Map<string, Run>();
  for (let i = 0; i < missing.length; i += atOnce) {
    const some = await Promise.all(missing.slice(i, i + atOnce).map((id) => loadRun(id, signal)));
    for (const run of some) {
      fresh.set(run.id, run);
      if (run.job === null || (!isOpen(run.job) && run.error === null)) kept.set(run.id, run);
    }
  }
  return ids.flatMap((id) => kept.get(id) ?? fresh.get(id) ?? []);
}

async function loadRun(id: string, signal: AbortSignal): Promise<Run> {
  let job: Job | null = null;
  try {
    job = await api.job(id);
    const trace = (await (await ask(jobPath(id, "trace"), { signal })).json()) as Trace;
    return { id, job, points: trace.points ?? [], error: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 0) throw error;
    return { id, job, points: [], error };
  }
}
