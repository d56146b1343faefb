import type { Box } from "./types";

export const chunkEdges = 512;

// Chunks are the bounding boxes of runs of edges, for culling.
export type Chunks = { boxes: Float32Array; count: number; cities: number };

export function chunksOf(places: Float32Array, order: Int32Array): Chunks {
  const cities = order.length;
  const count = Math.ceil(cities / chunkEdges);
  const boxes = new Float32Array(4 * count);
  for (let chunk = 0; chunk < count; chunk++) {
    const first = chunk * chunkEdges;
    const last = Math.min(first + chunkEdges, cities);
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let i = first; i <= last; i++) {
      const city = order[i < cities ? i : 0]!;
      const x = places[2 * city]!;
      const y = places[2 * city + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    boxes.set([minX, minY, maxX, maxY], 4 * chunk);
  }
  return { boxes, count, cities };
}

// A Run is a range of tour positions: their cities and outgoing edges.
export type Run = { first: number; count: number };

// runsIn returns the chunks that intersect a box, in an order in which the first ones already cover
// the whole drawing.
export function runsIn(chunks: Chunks, box: Box, spread: number): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < spread; start++) {
    for (let chunk = start; chunk < chunks.count; chunk += spread) {
      const at = 4 * chunk;
      const { boxes } = chunks;
      if (boxes[at]! > box.maxX || boxes[at + 2]! < box.minX || boxes[at + 1]! > box.maxY || boxes[at + 3]! < box.minY) continue;
      const first = chunk * chunkEdges;
      const count = Math.min(chunkEdges, chunks.cities - first);
      const before = runs[runs.length - 1];
      if (before !== undefined && before.first + before.count === first && before.count < 16 * chunkEdges) before.count += count;
      else runs.push({ first, count });
    }
  }
  return runs;
}

export function lengthOf(runs: Run[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}
