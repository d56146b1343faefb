import type { Camera } from "./camera";
import { Grid } from "./grid";
import type { Picture } from "./picture";
import { Walk } from "./walk";

const reach = 12; // pixels

// A Picked city, and where it is on the canvas. The position and the next city are those on
// the tour, -1 if there are none.
export type Picked = { city: number; x: number; y: number; position: number; next: number };

// A Picker finds the cities of a picture that people point at.
export class Picker {
  city = -1; // the one that is chosen
  private readonly walk = new Walk();
  private grid: Promise<Grid> | null = null; // made when somebody points first
  private asked = 0;

  constructor(private readonly picture: Picture) {}

  // point chooses the city at a pixel, and tells whether that is another one. Of several that
  // wait for the grid, the last counts.
  async point(camera: Camera, x: number, y: number): Promise<boolean> {
    const asked = ++this.asked;
    this.grid ??= Grid.build(this.picture.places, () => new Promise((done) => setTimeout(done)));
    const grid = await this.grid;
    return asked === this.asked && this.choose(grid.nearest(...camera.toPlane(x, y), reach / camera.scale));
  }

  choose(city: number): boolean {
    const other = city !== this.city;
    this.city = city;
    this.asked++;
    return other;
  }

  // step chooses the city so many steps further, at first that where the tour starts.
  step(camera: Camera, steps: number, start: number | undefined): boolean {
    const { order, places } = this.picture;
    const to = this.city < 0 ? (start ?? order[0] ?? -1) : this.walk.step(this.picture, this.city, steps);
    if (to >= 0) camera.reveal(places[2 * to]!, places[2 * to + 1]!);
    return this.choose(to);
  }

  picked(camera: Camera): Picked | null {
    const { city, picture, walk } = this;
    if (city < 0) return null;
    const [x, y] = camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
    return { city, x, y, position: walk.positionOf(picture, city), next: walk.next(picture, city) };
  }
}
