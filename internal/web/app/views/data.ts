// The server's data of an instance without places on a map, and the problem-specific part of a result.
import { ask, jobPath } from "../api/client";
import type * as server from "../api/types";

// The API description allows null for every list, but the server sends none.
type Lists<T> = { [K in keyof T]: Exclude<T[K], null> };
export type Matrix = Lists<server.Matrix>;
export type Graph = Lists<server.Graph>;
export type Slice = Lists<server.Slice>;
export type Slices = { dimensions: number; slices: Slice[] };
export type Signs = Lists<server.Signs>;


async function read<T>(id: string, what: string, signal: AbortSignal): Promise<T> {
  return (await (await ask(jobPath(id, what), { signal })).json()) as T;
}

export const matrixOf = (id: string, signal: AbortSignal) => read<Matrix>(id, "matrix", signal);
export const graphOf = (id: string, signal: AbortSignal) => read<Graph>(id, "graph", signal);
export const slicesOf = (id: string, signal: AbortSignal) => read<Slices>(id, "slices", signal);
export const signsOf = (id: string, signal: AbortSignal) => read<Signs>(id, "signs", signal);

// solutionOf returns the solution of a result as numbers, or null.
export function solutionOf(result: unknown): number[] | null {
  return numbers((result as { solution?: unknown } | null)?.solution);
}

// A Stop is a city of a tour by its name in the file; index is its rank among all cities by id.
export type Stop = { index: number; name: string };

// stopsOf returns the tour of a result, or null.
export function stopsOf(result: unknown): Stop[] | null {
  const found = result as { tour?: unknown; codes?: unknown; labels?: unknown } | null;
  const tour = numbers(found?.tour);
  if (tour === null) return null;
  const names = texts(found?.labels) ?? texts(found?.codes);
  const places = new Map([...tour].sort((a, b) => a - b).map((id, index) => [id, index]));
  return tour.map((id, i) => ({ index: places.get(id) ?? 0, name: names?.[i] || String(id) }));
}

function numbers(value: unknown): number[] | null {
  return Array.isArray(value) && value.every((v) => typeof v === "number") ? (value as number[]) : null;
}

function texts(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((v) => typeof v === "string") ? (value as string[]) : null;
}
