// The command line that repeats a job.
import type { Job, Spec } from "../../api/types";

export function commandOf(job: Job): string {
  const { settings, route, reading, file, problem } = job.spec;
  const words = ["tourmaline", "solve", fileWord(file)];
  const add = (flag: string, value: unknown) => {
    if (value !== undefined && value !== null && value !== "" && value !== 0) words.push(flag, quoted(String(value)));
  };
  add("--problem", problem);
  add("--algorithm", settings.algorithm ?? "auto");
  for (const [name, value] of Object.entries(settings.params ?? {}).sort()) add("--param", `${name}=${value}`);
  words.push("--seed", String(settings.seed)); // 0 is a valid seed
  add("--time-limit", settings.time_limit);
  add("--max-steps", settings.max_steps);
  add("--no-improvement", settings.no_improvement);
  if (settings.target !== undefined) words.push("--target", quoted(String(settings.target)));
  if (settings.target_gap !== undefined) words.push("--target-gap", `${settings.target_gap}%`);
  if (route?.open) words.push("--open");
  add("--start", route?.start);
  add("--end", route?.end);
  readingWords(reading, add, words);
  return words.join(" ");
}

function readingWords(reading: Spec["reading"], add: (flag: string, value: unknown) => void, words: string[]): void {
  add("--metric", reading?.metric);
  add("--input-format", reading?.format);
  add("--unit", reading?.unit);
  for (const [what, column] of Object.entries(reading?.columns ?? {}).sort()) add("--columns", columnWord(`${what}=${column}`));
  add("--sheet", reading?.sheet);
  if (reading?.skip_invalid) words.push("--skip-invalid");
}

// columnWord returns a pair for --columns, as a CSV field if it has several = or quotes.
function columnWord(pair: string): string {
  return /=.*=|"/.test(pair) ? `"${pair.replaceAll('"', '""')}"` : pair;
}

// fileWord returns a file name that cannot be read as a flag or standard input.
function fileWord(file: string): string {
  return quoted(file.startsWith("-") ? `./${file}` : file);
}

// quoted returns a text quoted for a POSIX shell.
export function quoted(text: string): string {
  return /^[\w@%+:,./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

// whyNotExactly returns why the command may find another solution, or null if it finds the same on
// every machine.
export function whyNotExactly(job: Job): string | null {
  const { max_steps, stall_steps, time_limit, no_improvement } = job.spec.settings;
  if (stall_steps) return `The job was to end after ${stall_steps} steps without improvement. The command has no flag for this.`;
  switch (job.digest?.termination) {
    case "optimal":
      return null;
    case "interrupted":
      return "The job was stopped by a user, so the command runs longer.";
    case "steps":
    case "target":
      if (max_steps && !time_limit && !no_improvement) return null;
  }
  return "The job had a time limit, so the command gives the same result only if it completes the same number of steps. Runs with a step limit repeat exactly.";
}
