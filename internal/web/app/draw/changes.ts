// How long an edge counts as new, and how many new edges are drawn, evenly sampled.
export const freshSeconds = 1;
const mostFresh = 20_000;

// Fresh is a list of new edges in the painters' format: two cities and the bits of a float32, the
// time in seconds at which the edge appeared.
export type Fresh = { list: Int32Array; count: number; newest: number };

export const nothingFresh: Fresh = { list: new Int32Array(0), count: 0, newest: -Infinity };

// Changes tracks the age of each edge from tour to tour, in either direction of the tour.
export class Changes {
  private next: Int32Array | null = null; // the next city of each, -1 at the end of a path
  private born = new Float32Array(0); // when the edge to that city appeared

  // follow takes the current tour and returns the edges that appeared in the last second.
  follow(tour: Int32Array, closed: boolean, now: number): Fresh {
    const n = tour.length;
    const old = this.next?.length === n ? this.next : null;
    const next = new Int32Array(n).fill(-1);
    const born = new Float32Array(n).fill(-Infinity);
    const edges = closed && n > 1 ? n : n - 1;
    const at: number[] = [];
    for (let i = 0; i < edges; i++) {
      const a = tour[i]!;
      const b = tour[i + 1 < n ? i + 1 : 0]!;
      next[a] = b;
      if (old === null) continue;
      const since = old[a] === b ? this.born[a]! : old[b] === a ? this.born[b]! : now;
      born[a] = since;
      if (now - since < freshSeconds) at.push(i);
    }
    this.next = next;
    this.born = born;
    return listOf(at, tour, born);
  }

  // reset resets the history.
  reset(): void {
    this.next = null;
  }
}

function listOf(at: number[], tour: Int32Array, born: Float32Array): Fresh {
  const count = Math.min(at.length, mostFresh);
  const list = new Int32Array(3 * count);
  const bits = new Float32Array(list.buffer);
  let newest = -Infinity;
  for (let k = 0; k < count; k++) {
    const i = at[Math.floor((k * at.length) / count)]!;
    const since = born[tour[i]!]!;
    list[3 * k] = tour[i]!;
    list[3 * k + 1] = tour[i + 1 < tour.length ? i + 1 : 0]!;
    bits[3 * k + 2] = since;
    newest = Math.max(newest, since);
  }
  return { list, count, newest };
}
