import type { Camera } from "./camera";
import { absolute, latitudeOf, northOf, type Projection } from "./projection";
import { latitudeText, longitudeText } from "../text/degrees";

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45];
const apart = 110; // pixels at least

// A Line of the graticule: its position on the canvas and its degrees.
export type Line = { at: number; text: string };
export type Graticule = { meridians: Line[]; parallels: Line[] };

export function graticuleOf(camera: Camera, projection: Projection): Graticule {
  const degreeStep = steps.find((step) => step * camera.scale >= apart) ?? 90;
  const box = camera.seen();
  const meridians: Line[] = [];
  const middle = projection.middle[0];
  const west = Math.max(box.minX, -projection.world / 2) + middle;
  const east = Math.min(box.maxX, projection.world / 2) + middle;
  for (let k = Math.ceil(west / degreeStep); k * degreeStep <= east; k++) {
    const x = k * degreeStep - middle;
    meridians.push({ at: camera.toScreen(x, 0)[0], text: longitudeText(absolute(projection, x, 0)[0]) });
  }
  const parallels: Line[] = [];
  const south = latitudeOf(projection.middle[1] + box.minY);
  const north = latitudeOf(projection.middle[1] + box.maxY);
  for (let k = Math.ceil(south / degreeStep); k * degreeStep <= north; k++) {
    const latitude = k * degreeStep;
    if (Math.abs(latitude) > 85) continue;
    parallels.push({ at: camera.toScreen(0, northOf(latitude) - projection.middle[1])[1], text: latitudeText(latitude) });
  }
  return { meridians, parallels };
}
