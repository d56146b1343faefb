import { api } from "../../api/client";
import type { Job, Jobs } from "../../api/types";

export const mostWatched = 12;

// listJobs returns a page of jobs. The list has no progress, so the first running jobs are requested
// one by one.
export async function listJobs(query: { state?: string; after?: string; limit?: number }): Promise<{ jobs: Job[]; next: string }> {
  const page: Jobs = await api.jobs(query);
  const jobs = page.jobs ?? [];
  const running = jobs.filter((job) => job.state === "running" && job.progress === undefined).slice(0, mostWatched);
  const looked = new Map((await Promise.all(running.map((job) => api.job(job.id).catch(() => job)))).map((job) => [job.id, job]));
  return { jobs: jobs.map((job) => looked.get(job.id) ?? job), next: page.next ?? "" };
}

export function isOpen(job: Job): boolean {
  return job.state === "queued" || job.state === "running";
}

export function titleOf(job: Job): string {
  return job.label || job.instance.file;
}

// costOf returns the best cost of a job so far.
export function costOf(job: Job): number | undefined {
  return job.digest?.cost ?? job.progress?.cost ?? job.kept?.cost;
}

export function algorithmOf(job: Job): string {
  return job.digest?.algorithm ?? (job.spec.settings.algorithm || "auto");
}
