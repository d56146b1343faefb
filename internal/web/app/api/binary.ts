// Binary data of a job, little-endian: places, tours, recorded improvements, trails. Arrays are views
// of the bytes where alignment permits, and counts are checked against the number of bytes.
import type { Trails } from "../draw/types";
import { ask, jobPath } from "./client";
import { Refusal } from "./problem";

export type Version = { tour: Int32Array; tag: string };
export type Frame = { seconds: number; step: number; cost: number };

// Frames are the recorded improvements of a run. Their tours are decoded on demand.
export type Frames = { n: number; frames: Frame[]; tour: (index: number) => Int32Array };

// loadPlaces loads x and y of every city, relative to the origin of the drawing.
export async function loadPlaces(id: string, n: number, signal?: AbortSignal): Promise<Float32Array> {
  const bytes = await (await ask(jobPath(id, "places"), having(signal))).arrayBuffer();
  if (bytes.byteLength !== 8 * n) throw damaged("places", `${bytes.byteLength} bytes for ${n} cities`);
  return new Float32Array(bytes);
}

// loadTour loads the best tour so far, or null if the tag is still current.
export async function loadTour(id: string, tag: string, signal?: AbortSignal): Promise<Version | null> {
  const answer = await ask(jobPath(id, "tour"), {
    ...having(signal),
    cache: "no-store", // otherwise the browser handles 304 itself and returns the whole tour
    headers: tag === "" ? {} : { "If-None-Match": tag },
  });
  if (answer.status === 304) return null;
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength % 4 !== 0) throw damaged("tour", `${bytes.byteLength} bytes`);
  return { tour: new Int32Array(bytes), tag: answer.headers.get("ETag") ?? "" };
}

const frameHeader = 12;
const frameEntry = 24;

// loadFrames loads the recorded improvements, or null if there are none.
export async function loadFrames(id: string, signal?: AbortSignal): Promise<Frames | null> {
  const answer = await ask(jobPath(id, "frames"), having(signal)).catch(absent("no_frames"));
  return answer === null ? null : framesOf(await answer.arrayBuffer());
}

export function framesOf(bytes: ArrayBuffer): Frames {
  const view = new DataView(bytes);
  if (bytes.byteLength < frameHeader || view.getUint32(0, false) !== 0x544d4631 /* TMF1 */) {
    throw damaged("frames", "no header");
  }
  const n = view.getUint32(4, true);
  const count = view.getUint32(8, true);
  const tours = frameHeader + frameEntry * count;
  if (bytes.byteLength !== tours + 4 * n * count) throw damaged("frames", `${bytes.byteLength} bytes for ${count} tours of ${n} cities`);
  const frames = Array.from({ length: count }, (_, index) => {
    const at = frameHeader + frameEntry * index;
    return { seconds: view.getFloat64(at, true), step: view.getFloat64(at + 8, true), cost: view.getFloat64(at + 16, true) };
  });
  return { n, frames, tour: (index) => new Int32Array(bytes, tours + 4 * n * index, n) };
}

// loadTrails loads the strongest trails of a colony, or null if there are none.
export async function loadTrails(id: string, signal?: AbortSignal): Promise<Trails | null> {
  const answer = await ask(jobPath(id, "trails"), having(signal)).catch(absent("no_trails"));
  return answer === null ? null : trailsOf(await answer.arrayBuffer());
}

export function trailsOf(bytes: ArrayBuffer): Trails {
  const view = new DataView(bytes);
  const count = bytes.byteLength < 4 ? 0 : view.getUint32(0, true);
  if (bytes.byteLength !== 4 + 12 * count) throw damaged("trails", `${bytes.byteLength} bytes for ${count} edges`);
  const trails = { a: new Int32Array(count), b: new Int32Array(count), strength: new Float32Array(count) };
  for (let index = 0, at = 4; index < count; index++, at += 12) {
    trails.a[index] = view.getInt32(at, true);
    trails.b[index] = view.getInt32(at + 4, true);
    trails.strength[index] = view.getFloat32(at + 8, true);
  }
  return trails;
}

function having(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}

// absent returns null for a refusal with the code.
function absent(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof Refusal && error.code === code) return null;
    throw error;
  };
}

function damaged(what: string, found: string): Refusal {
  return new Refusal(0, "damaged", `The ${what} of this job arrived damaged: ${found}. Load the page again.`, []);
}
