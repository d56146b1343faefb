// The messages between the page and the solver, as in package internal/playground.
import type { Drawing } from "../api/types";

export type Request = {
  file: string;
  columns: Partial<Record<string, string>>;
  open: boolean;
  imperial: boolean;
  seconds: number;
  steps?: number;
  seed: number;
};

export type Order = { start: { request: Request; content: Uint8Array } } | { stop: true };

export type Tour = { order?: number[]; length: string; seconds: number; steps: number };

export type Route = Tour & {
  summary: string;
  facts: { name: string; value: string }[];
  notes: string[] | null;
  stops: { name: string; leg: string; total: string }[];
  files: { name: string; type: string; text: string }[];
};

export type Message = { drawing?: Drawing & { places: number[]; names: string[] }; tour?: Tour; route?: Route; error?: string };
