import { api } from "../../api/client";
import type { Job, Jobs } from "../../api/types";

export const mostWatched = 12;

// listJobs is a page of jobs. A list has no progress of what runs: the first of those are
// looked at one by one.
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

// costOf is the best cost that is known of a job.
export function costOf(job: Job): number | undefined {
  return job.digest?.cost ?? job.progress?.cost ?? job.kept?.cost;
}

export function algorithmOf(job: Job): string {
  return job.digest?.algorithm ?? (job.spec.settings.algorithm || "auto");
}
