// The command line that repeats a job.
import { fields, type Field } from "../../api/fields";
import type { Job } from "../../api/types";

export function commandOf(job: Job): string {
  const fleet = job.spec.fleet?.table ? ["--fleet", "fleet.csv"] : [];
  return ["tourmaline", "solve", fileWord(job.spec.file), ...fields.flatMap((field) => wordsOf(field, valueOf(job, field))), ...fleet].join(" ");
}

// valueOf returns the value of a field of a job, or undefined if it is not set.
export function valueOf(job: Job, field: Field): unknown {
  const value = field.path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], job.spec);
  const empty = value === null || value === "" || value === false || (value === 0 && !mayBeZero(field));
  return empty ? undefined : value;
}

function mayBeZero({ kind, always }: Field): boolean {
  return always || kind === "number" || kind === "percent";
}

// wordsOf returns the flag of a field with its value.
function wordsOf({ flag, kind }: Field, value: unknown): string[] {
  if (value === undefined) return [];
  if (kind === "boolean") return [flag];
  if (kind === "percent") return [flag, `${value}%`];
  if (kind !== "map" && kind !== "pairs") return [flag, quoted(String(value))];
  const pairs = Object.entries(value as Record<string, string>).sort();
  return pairs.flatMap(([name, text]) => [flag, quoted(kind === "pairs" ? columnWord(`${name}=${text}`) : `${name}=${text}`)]);
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
  const timed = fields.some((field) => field.limit && field.kind === "duration" && valueOf(job, field) !== undefined);
  switch (job.digest?.termination) {
    case "optimal":
      return null;
    case "interrupted":
      return "The job was stopped by a user, so the command runs longer.";
    case "steps":
    case "stalled":
    case "target":
      if (job.spec.settings.max_steps && !timed) return null;
  }
  return "The job had a time limit, so the command gives the same result only if it completes the same number of steps. Runs with a step limit repeat exactly.";
}
