import type { Picture } from "./picture";

// A Walk maps cities to tour positions. The map is built on first use.
export class Walk {
  private positions: Int32Array | null = null;
  private version = 0;

  // positionOf returns 0 for the first city, -1 without a tour.
  positionOf(picture: Picture, city: number): number {
    if (picture.edges === 0) return -1;
    if (this.positions === null || this.version !== picture.versions.order || this.positions.length !== picture.order.length) {
      this.positions = new Int32Array(picture.order.length);
      for (let i = 0; i < picture.order.length; i++) this.positions[picture.order[i]!] = i;
      this.version = picture.versions.order;
    }
    return this.positions[city] ?? -1;
  }

  // step returns the city a number of steps away, around a closed tour and up to the ends of a path.
  step(picture: Picture, city: number, steps: number): number {
    const n = picture.order.length;
    if (n === 0) return -1;
    const at = picture.edges === 0 ? city : this.positionOf(picture, city);
    const to = picture.edges === n ? (at + steps + n) % n : Math.min(Math.max(at + steps, 0), n - 1);
    return picture.order[to]!;
  }

  // next returns the next city, or -1 at the end.
  next(picture: Picture, city: number): number {
    const at = this.positionOf(picture, city);
    return at < 0 || at >= picture.edges ? -1 : picture.ends(at)[1];
  }
}
