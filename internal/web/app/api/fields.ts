// Written by scripts/docs from the fields of a job: do not edit.

export type Kind = "text" | "boolean" | "integer" | "number" | "percent" | "duration" | "map" | "pairs";

// A Field is a field of a job that is a flag of the command line. A limit ends a search; a field that is
// always set is written even if it is zero.
export type Field = { path: string[]; flag: string; kind: Kind; limit: boolean; always: boolean };

export const fields: Field[] = [
  { path: ["problem"], flag: "--problem", kind: "text", limit: false, always: false },
  { path: ["reading", "metric"], flag: "--metric", kind: "text", limit: false, always: false },
  { path: ["reading", "format"], flag: "--input-format", kind: "text", limit: false, always: false },
  { path: ["reading", "unit"], flag: "--unit", kind: "text", limit: false, always: false },
  { path: ["reading", "columns"], flag: "--columns", kind: "pairs", limit: false, always: false },
  { path: ["reading", "sheet"], flag: "--sheet", kind: "text", limit: false, always: false },
  { path: ["reading", "skip_invalid"], flag: "--skip-invalid", kind: "boolean", limit: false, always: false },
  { path: ["route", "start"], flag: "--start", kind: "text", limit: false, always: false },
  { path: ["route", "end"], flag: "--end", kind: "text", limit: false, always: false },
  { path: ["route", "open"], flag: "--open", kind: "boolean", limit: false, always: false },
  { path: ["fleet", "vehicles"], flag: "--vehicles", kind: "integer", limit: false, always: false },
  { path: ["fleet", "capacity"], flag: "--capacity", kind: "text", limit: false, always: false },
  { path: ["fleet", "max_stops"], flag: "--max-stops", kind: "integer", limit: false, always: false },
  { path: ["fleet", "max_distance"], flag: "--max-distance", kind: "number", limit: false, always: false },
  { path: ["fleet", "max_duration"], flag: "--max-duration", kind: "text", limit: false, always: false },
  { path: ["fleet", "shift"], flag: "--shift", kind: "text", limit: false, always: false },
  { path: ["schedule", "depart"], flag: "--depart", kind: "text", limit: false, always: false },
  { path: ["schedule", "speed"], flag: "--speed", kind: "number", limit: false, always: false },
  { path: ["schedule", "minutes_per_stop"], flag: "--minutes-per-stop", kind: "number", limit: false, always: false },
  { path: ["schedule", "road_factor"], flag: "--road-factor", kind: "number", limit: false, always: false },
  { path: ["settings", "algorithm"], flag: "--algorithm", kind: "text", limit: false, always: false },
  { path: ["settings", "params"], flag: "--param", kind: "map", limit: false, always: false },
  { path: ["settings", "seed"], flag: "--seed", kind: "integer", limit: false, always: true },
  { path: ["settings", "time_limit"], flag: "--time-limit", kind: "duration", limit: true, always: false },
  { path: ["settings", "max_steps"], flag: "--max-steps", kind: "integer", limit: true, always: false },
  { path: ["settings", "no_improvement"], flag: "--no-improvement", kind: "duration", limit: true, always: false },
  { path: ["settings", "stall_steps"], flag: "--stall-steps", kind: "integer", limit: true, always: false },
  { path: ["settings", "target"], flag: "--target", kind: "number", limit: true, always: false },
  { path: ["settings", "target_gap"], flag: "--target-gap", kind: "percent", limit: true, always: false },
  { path: ["bound"], flag: "--bound", kind: "boolean", limit: false, always: false },
  { path: ["rounds", "steps"], flag: "--round-steps", kind: "integer", limit: false, always: false },
];
