import type { Drawing } from "../app/api/types";

// random numbers between 0 and 1, the same for the same seed.
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The corners of the areas of the cities; x is longitude on a map.
const areas: Record<string, [number, number, number, number]> = {
  square: [0, 0, 1_000_000, 1_000_000],
  germany: [6, 47.4, 15, 54.9],
  fiji: [176, -20, 183, -15],
  world: [-180, -55, 180, 70],
};

// makeDrawing generates cities and a tour through them by strips, in the server's format.
export function makeDrawing(shape: string, n: number, seed: number): { drawing: Drawing; places: Float32Array; tour: Int32Array } {
  const [minX, minY, maxX, maxY] = areas[shape] ?? areas["square"]!;
  const random = randomOf(seed);
  const strips = Math.max(1, Math.round(Math.sqrt(n / 3)));
  const places = new Float32Array(2 * n);
  const strip = new Int32Array(n);
  const origin = [(minX + maxX) / 2, (minY + maxY) / 2];
  for (let i = 0; i < n; i++) {
    const x = random();
    places[2 * i] = minX + x * (maxX - minX) - origin[0]!;
    places[2 * i + 1] = minY + random() * (maxY - minY) - origin[1]!;
    strip[i] = Math.floor(x * strips);
  }
  const tour = Int32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => strip[a]! - strip[b]! || (places[2 * a + 1]! - places[2 * b + 1]!) * (strip[a]! % 2 === 0 ? 1 : -1),
  );
  const drawing: Drawing = {
    ...{ problem: "tsp", name: shape, n, kind: "places", named: false, open: false, unit: "", straight: false, notes: [] },
    ...{ geographic: shape !== "square", origin, bounds: [minX, minY, maxX, maxY] },
  };
  return { drawing, places, tour };
}

// swapped returns the tour with the cities between two positions reversed.
export function swapped(tour: Int32Array, from: number, to: number): Int32Array {
  const other = tour.slice();
  other.subarray(from, to + 1).reverse();
  return other;
}
