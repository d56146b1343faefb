// The arithmetic of quadratic assignment: the matrices permuted by a solution.
import type { Matrix } from "./data";

// placesOf returns the location of each facility, from 0, or null if they are not a permutation.
export function placesOf(solution: number[] | null, n: number): number[] | null {
  if (solution?.length !== n) return null;
  const places = solution.map((place) => place - 1);
  const taken = new Set(places);
  return taken.size === n && places.every((place) => Number.isInteger(place) && place >= 0 && place < n) ? places : null;
}

export const identity = (n: number) => Array.from({ length: n }, (_, i) => i);

// permuted returns the matrix with entry (i, j) taken from (order[i], order[j]).
export function permuted(matrix: number[], size: number, order: number[]): number[] {
  const out = new Array<number>(size * size);
  for (let i = 0; i < size; i++) {
    const row = (order[i] ?? 0) * size;
    for (let j = 0; j < size; j++) out[i * size + j] = matrix[row + (order[j] ?? 0)] ?? 0;
  }
  return out;
}

// byFlow returns the facilities by descending total flow.
export function byFlow(data: Matrix): number[] {
  const sums = new Array<number>(data.size).fill(0);
  data.flow.forEach((flow, at) => {
    const [row, column] = [Math.floor(at / data.size), at % data.size];
    sums[row] = (sums[row] ?? 0) + flow;
    sums[column] = (sums[column] ?? 0) + flow;
  });
  return identity(data.size).sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
}

// costOf returns the sum of flow times distance for facilities at the given locations.
export function costOf(data: Matrix, places: number[]): number {
  const distance = permuted(data.distance, data.size, places);
  return data.flow.reduce((sum, flow, at) => sum + flow * (distance[at] ?? 0), 0);
}
