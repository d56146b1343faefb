import { boundsOf } from "./projection";

const perCell = 4;
const slice = 100_000; // places sorted between two pauses

// A Grid finds the place nearest to a point.
export class Grid {
  private constructor(
    private readonly places: Float32Array,
    private readonly minX: number,
    private readonly minY: number,
    private readonly side: number,
    private readonly columns: number,
    private readonly rows: number,
    private readonly starts: Int32Array, // first index of each cell's cities
    private readonly cities: Int32Array,
  ) {}

  // build sorts the places into cells, with pauses that keep the page responsive.
  static async build(places: Float32Array, pause: () => Promise<void>): Promise<Grid> {
    const n = places.length / 2;
    const box = boundsOf(places);
    const wide = box.maxX - box.minX || 1;
    const high = box.maxY - box.minY || 1;
    const cells = Math.max(1, n / perCell);
    const side = Math.max(Math.sqrt((wide * high) / cells), wide / cells, high / cells);
    const columns = Math.floor(wide / side) + 1;
    const rows = Math.floor(high / side) + 1;
    const starts = new Int32Array(columns * rows + 1);
    const cellOf = (i: number) =>
      Math.floor((places[2 * i + 1]! - box.minY) / side) * columns + Math.floor((places[2 * i]! - box.minX) / side);
    for (let i = 0; i < n; i++) {
      starts[cellOf(i) + 1]!++;
      if (i % slice === slice - 1) await pause();
    }
    for (let cell = 0; cell < columns * rows; cell++) starts[cell + 1]! += starts[cell]!;
    const free = starts.slice();
    const cities = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      cities[free[cellOf(i)]!++] = i;
      if (i % slice === slice - 1) await pause();
    }
    return new Grid(places, box.minX, box.minY, side, columns, rows, starts, cities);
  }

  // nearest returns the city nearest to a point within reach, or -1.
  nearest(x: number, y: number, reach: number): number {
    const fromColumn = this.within(x - reach - this.minX, this.columns);
    const toColumn = this.within(x + reach - this.minX, this.columns);
    const fromRow = this.within(y - reach - this.minY, this.rows);
    const toRow = this.within(y + reach - this.minY, this.rows);
    let best = -1;
    let least = reach * reach;
    for (let row = fromRow; row <= toRow; row++) {
      const end = this.starts[row * this.columns + toColumn + 1]!;
      for (let k = this.starts[row * this.columns + fromColumn]!; k < end; k++) {
        const city = this.cities[k]!;
        const far = (this.places[2 * city]! - x) ** 2 + (this.places[2 * city + 1]! - y) ** 2;
        if (far < least || (far === least && best < 0)) [best, least] = [city, far];
      }
    }
    return best;
  }

  private within(offset: number, cells: number): number {
    return Math.min(Math.max(Math.floor(offset / this.side), 0), cells - 1);
  }
}
