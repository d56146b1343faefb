// Reading options, the same for an upload and for a job.
import { Refusal } from "../../api/problem";
import type { Spec, SubmitJob } from "../../api/types";

export const roles = ["name", "id", "lat", "lon", "x", "y", "z"] as const;
export type Role = (typeof roles)[number];

export type Reading = {
  problem: string;
  metric: string;
  format: string;
  unit: string;
  sheet: string;
  skipInvalid: boolean;
  columns: Partial<Record<Role, string>>;
};

export const plainReading: Reading = { problem: "", metric: "", format: "", unit: "", sheet: "", skipInvalid: false, columns: {} };

export const metrics = ["EUC_2D", "CEIL_2D", "EUC_3D", "MAN_2D", "MAN_3D", "MAX_2D", "MAX_3D", "GEO", "ATT", "XRAY1", "XRAY2", "EUCLIDEAN", "HAVERSINE"];
export const formats = ["tsplib", "csv", "matrix", "geojson", "json", "npy", "gpx", "xlsx"];
export const units = ["mm", "cm", "in", "ft", "m", "km", "mi", "ms", "s", "min", "h"];

// The form's labels of the reading options.
export const labels = {
  skip_invalid: "Skip rows without a valid place",
  format: "Format",
  metric: "Metric",
  unit: "Unit of distances",
  sheet: "Sheet of a workbook",
  columns: "Columns of a table",
};

// inLabels replaces the names of reading options in a refusal with the form's labels.
export function inLabels(refusal: Refusal): Refusal {
  const relabelled = (text: string) => text.replace(/\breading\.(skip_invalid|format|metric|unit|sheet|columns)\b/g, (_, name: keyof typeof labels) => `“${labels[name]}”`);
  const faults = refusal.faults.map((fault) => ({ ...fault, detail: relabelled(fault.detail) }));
  return new Refusal(refusal.status, refusal.code, relabelled(refusal.detail), faults);
}

// uploadQuery returns the query parameters of an upload.
export function uploadQuery(file: string, reading: Reading): URLSearchParams {
  const query = new URLSearchParams({ file, preview: "true" });
  for (const name of ["problem", "metric", "format", "unit", "sheet"] as const) {
    if (reading[name] !== "") query.set(name, reading[name]);
  }
  for (const [role, column] of columnsOf(reading)) query.append("columns", `${role}=${column}`);
  if (reading.skipInvalid) query.set("skip_invalid", "true");
  return query;
}

// readingOf returns the reading options of a job. The server checks the values.
export function readingOf(reading: Reading): NonNullable<SubmitJob["reading"]> {
  const { metric, format, unit, sheet } = reading;
  const fields = { metric, format, unit, sheet, columns: Object.fromEntries(columnsOf(reading)), skip_invalid: reading.skipInvalid };
  return fields as NonNullable<SubmitJob["reading"]>;
}

export function readingFrom(spec: Spec): Reading {
  const { metric = "", format = "", unit = "", sheet = "", skip_invalid = false, columns = {} } = spec.reading ?? {};
  return { problem: spec.problem ?? "", metric, format, unit, sheet, skipInvalid: skip_invalid, columns };
}

function columnsOf(reading: Reading): [string, string][] {
  return Object.entries(reading.columns).filter(([, column]) => column.trim() !== "");
}
