import { nothingFresh, type Fresh } from "./changes";
import { chunksOf, type Chunks } from "./chunks";
import type { Trails } from "./types";

// A Picture is the input of all painters. Its versions indicate changes.
export class Picture {
  private static made = 0;
  readonly number = ++Picture.made;
  order: Int32Array;
  edges = 0; // of the tour; 0 without one
  chunks: Chunks;
  trails: Int32Array = new Int32Array(0); // edges in the format of Fresh, with the strength
  seams: Int32Array = new Int32Array(0); // edges across the cut of a map, reversed
  fresh: Fresh = nothingFresh;
  versions = { order: 1, trails: 1, fresh: 1 };

  constructor(
    readonly places: Float32Array,
    readonly world: number,
  ) {
    this.order = identity(places.length / 2);
    this.chunks = chunksOf(places, this.order);
  }

  setTour(tour: Int32Array | null, closed: boolean): void {
    const n = this.places.length / 2;
    this.order = tour !== null && tour.length === n ? tour : identity(n);
    this.edges = this.order !== tour || n < 2 ? 0 : closed ? n : n - 1;
    this.chunks = chunksOf(this.places, this.order);
    this.seams = this.world > 0 ? seamsOf(this.places, this.order, this.edges, this.world) : this.seams;
    this.versions.order++;
  }

  setFresh(fresh: Fresh): void {
    this.fresh = fresh;
    this.versions.fresh++;
  }

  setTrails(trails: Trails | null): void {
    const count = trails === null ? 0 : distinctTrails(trails.strength);
    this.trails = new Int32Array(3 * count);
    const bits = new Float32Array(this.trails.buffer);
    for (let k = 0; k < count; k++) {
      this.trails[3 * k] = trails!.a[k]!;
      this.trails[3 * k + 1] = trails!.b[k]!;
      bits[3 * k + 2] = trails!.strength[k]!;
    }
    this.versions.trails++;
  }

  // ends returns the two cities of an edge of the tour.
  ends(edge: number): [number, number] {
    return [this.order[edge]!, this.order[edge + 1 < this.order.length ? edge + 1 : 0]!];
  }
}

function identity(n: number): Int32Array {
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return order;
}

// seamsOf lists the edges that are shorter across the cut of the map. The tour draws them from their
// first city off the map; this list draws them from the second.
function seamsOf(places: Float32Array, order: Int32Array, edges: number, world: number): Int32Array {
  const list: number[] = [];
  for (let i = 0; i < edges; i++) {
    const a = order[i]!;
    const b = order[i + 1 < order.length ? i + 1 : 0]!;
    if (Math.abs(places[2 * a]! - places[2 * b]!) > world / 2) list.push(b, a, 0);
  }
  return Int32Array.from(list);
}

// distinctTrails returns the number of trails stronger than the weakest one. The list is sorted and may
// end within a group of equal trails, and drawing an arbitrary part of them would mislead. If all are
// equal, it returns all.
function distinctTrails(strength: Float32Array): number {
  let count = strength.length;
  while (count > 0 && strength[count - 1] === strength[strength.length - 1]) count--;
  return count > 0 ? count : strength.length;
}
