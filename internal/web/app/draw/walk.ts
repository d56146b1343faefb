import type { Picture } from "./picture";

// A Walk knows where in the tour each city is. It is made when somebody asks first.
export class Walk {
  private positions: Int32Array | null = null;
  private version = 0;

  // positionOf is 0 for the first city, -1 while there is no tour.
  positionOf(picture: Picture, city: number): number {
    if (picture.edges === 0) return -1;
    if (this.positions === null || this.version !== picture.versions.order || this.positions.length !== picture.order.length) {
      this.positions = new Int32Array(picture.order.length);
      for (let i = 0; i < picture.order.length; i++) this.positions[picture.order[i]!] = i;
      this.version = picture.versions.order;
    }
    return this.positions[city] ?? -1;
  }

  // step is the city so many steps further, around a closed tour and up to the ends of a path.
  step(picture: Picture, city: number, steps: number): number {
    const n = picture.order.length;
    if (n === 0) return -1;
    const at = picture.edges === 0 ? city : this.positionOf(picture, city);
    const to = picture.edges === n ? (at + steps + n) % n : Math.min(Math.max(at + steps, 0), n - 1);
    return picture.order[to]!;
  }

  // next is the city after this one, or -1 at the end.
  next(picture: Picture, city: number): number {
    const at = this.positionOf(picture, city);
    return at < 0 || at >= picture.edges ? -1 : picture.ends(at)[1];
  }
}
