import type { Camera } from "./camera";
import { Grid } from "./grid";
import type { Picture } from "./picture";
import { Walk } from "./walk";

const reach = 12; // pixels

// A Picked city and its position on the canvas. The tour position and the next city are -1 if there
// is no tour.
export type Picked = { city: number; x: number; y: number; position: number; next: number };

// A Picker finds the city under the pointer.
export class Picker {
  city = -1; // the selected city
  private readonly walk = new Walk();
  private grid: Promise<Grid> | null = null; // built on first use
  private asked = 0;

  constructor(private readonly picture: Picture) {}

  // point selects the city at a pixel and reports whether the selection changed. If several calls
  // wait for the grid, the last one wins.
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

  // step moves the selection along the tour; the first call selects the start.
  step(camera: Camera, steps: number, start: number | undefined): boolean {
    const { order } = this.picture;
    const to = this.city < 0 ? (start ?? order[0] ?? -1) : this.walk.step(this.picture, this.city, steps);
    return this.show(camera, to);
  }

  // show selects a city and moves it into view.
  show(camera: Camera, city: number): boolean {
    const { places } = this.picture;
    if (city >= 0) camera.reveal(places[2 * city]!, places[2 * city + 1]!);
    return this.choose(city);
  }

  picked(camera: Camera): Picked | null {
    const { city, picture, walk } = this;
    if (city < 0) return null;
    const [x, y] = camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
    return { city, x, y, position: walk.positionOf(picture, city), next: walk.next(picture, city) };
  }
}
