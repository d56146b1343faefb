// Descriptions of a run and its end.
import { fields, type Field } from "../../api/fields";
import type { Job } from "../../api/types";
import { cost, duration, percent, whole } from "../../text/numbers";
import { valueOf } from "./command";

const endings: Record<string, string> = {
  time: "Stopped at the time limit.",
  steps: "Stopped at the step limit.",
  stalled: "Stopped on its own: no improvement for a long time.",
  target: "Reached the target cost.",
  interrupted: "Stopped by a user; the best solution was kept.",
  optimal: "The solution is proven optimal.",
};

export function endingOf(job: Job): string {
  if (job.digest !== undefined) return endings[job.digest.termination] ?? job.digest.termination;
  return job.state === "cancelled" ? "Stopped before a solution was found." : "";
}

// limitsOf describes the limits of a run.
export function limitsOf(job: Job): string {
  const limits = fields.filter((field) => field.limit && valueOf(job, field) !== undefined).map((field) => limitWords(field, valueOf(job, field)));
  return limits.length === 0 ? "none: stops on its own" : limits.join(", ");
}

// limitWords names a limit with its value: time limit 30 s.
function limitWords({ path, kind }: Field, value: unknown): string {
  const name = path.at(-1)!.replaceAll("_", " ");
  if (kind === "duration") return `${name} ${span(String(value))}`;
  if (kind === "percent") return `${name} ${percent(Number(value))}`;
  return `${name} ${kind === "integer" ? whole(Number(value)) : cost(Number(value))}`;
}

const seconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };

// span formats a duration of the server, such as 1m30s, for the reader.
function span(text: string): string {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(h|ms|µs|ns|m|s)/g)) total += Number(count) * (seconds[unit ?? "s"] ?? 0);
  return total < 60 && Number.isInteger(total) ? `${whole(total)} s` : duration(total);
}

export function routeOf(job: Job): string {
  const { open, start, end } = job.spec.route ?? {};
  const words: string[] = [];
  if (start) words.push(`from ${start}`);
  if (end) words.push(`to ${end}`);
  if (open && !end) words.push(start ? "to any city" : "a path between any two cities");
  return words.join(" ");
}
