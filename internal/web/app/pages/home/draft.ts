// The typed values of the form. The server validates them.
import type { Algorithm, ParamInfo, Preview, Spec, SubmitJob } from "../../api/types";
import { asNumber, numberEntry, wholeEntry } from "../../text/entry";
import { readingOf, type Reading } from "./reading";

export type Draft = {
  algorithm: string;
  params: Record<string, string>; // those that differ from the defaults
  timeLimit: string;
  seed: string;
  target: string;
  label: string;
  open: boolean;
  start: string;
  end: string;
};

// Chosen is the instance to solve.
export type Chosen = { hash: string; file: string; problem: string; n: number; notes: string[]; size?: number; preview?: Preview | undefined };

export const auto = "auto";

export const freshDraft: Draft = {
  algorithm: auto,
  params: {},
  timeLimit: "30s",
  seed: "1",
  target: "",
  label: "",
  open: false,
  start: "",
  end: "",
};

// draftOf returns the form values of an earlier job.
export function draftOf(spec: Spec): Draft {
  const settings = spec.settings;
  return {
    algorithm: settings.algorithm || auto,
    params: settings.params ?? {},
    timeLimit: settings.time_limit ?? "",
    seed: String(settings.seed),
    target: settings.target === undefined ? "" : String(settings.target),
    label: spec.label ?? "",
    open: spec.route?.open ?? false,
    start: spec.route?.start ?? "",
    end: spec.route?.end ?? "",
  };
}

// submissionOf returns the request. Invalid numbers are sent as typed, so that the server reports what
// it expects. Limits of an earlier job that the form does not show are kept.
export function submissionOf(draft: Draft, chosen: Chosen, reading: Reading, before: Spec | null): SubmitJob {
  const tour = chosen.problem === "tsp";
  const fields = {
    instance: chosen.hash,
    file: chosen.file,
    problem: reading.problem,
    label: draft.label.trim(),
    reading: tour ? readingOf(reading) : {},
    route: tour ? { open: draft.open, start: draft.start.trim(), end: draft.end.trim() } : {},
    settings: {
      ...before?.settings,
      algorithm: draft.algorithm,
      params: draft.params,
      seed: wholeEntry(draft.seed) || 0,
      time_limit: draft.timeLimit.trim(),
      target: asNumber(numberEntry(draft.target)),
    },
  };
  return withoutEmpty(fields) as SubmitJob;
}

// changed returns the params with one of them set, without those at their default.
export function changed(params: Record<string, string>, param: ParamInfo, value: string): Record<string, string> {
  const { [param.name]: _, ...others } = params;
  const plain = plainParam(param, value);
  return plain === "" || plain === String(param.default) ? others : { ...others, [param.name]: value };
}

// plainParams returns the params in the server's form.
export function plainParams(params: Record<string, string>, algorithm: Algorithm | undefined): Record<string, string> {
  const plain = { ...params };
  for (const param of algorithm?.params ?? []) {
    const value = params[param.name];
    if (value !== undefined) plain[param.name] = plainParam(param, value);
  }
  return plain;
}

function plainParam(param: ParamInfo, value: string): string {
  if (param.type === "integer") return wholeEntry(value);
  return param.type === "number" ? numberEntry(value) : value.trim();
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== "" && inner !== undefined && inner !== false)
    .filter(([, inner]) => typeof inner !== "object" || inner === null || Object.keys(inner).length > 0);
  return Object.fromEntries(entries);
}
