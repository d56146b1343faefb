import type { Camera } from "./camera";
import { equator } from "./globe";
import { latitudeOf, type Projection } from "./projection";
import { distance, figures, type Unit } from "../text/distances";

const longest = 140; // pixels

export type ScaleBar = { pixels: number; text: string };

// scaleBarOf returns a round length at the centre of the drawing, or null without a unit.
export function scaleBarOf(camera: Camera, projection: Projection, chosen: Unit, planeUnit: string): ScaleBar | null {
  if (!projection.geographic) {
    if (planeUnit === "") return null;
    const length = round(longest / camera.scale);
    return { pixels: length * camera.scale, text: `${figures(length)} ${planeUnit}` };
  }
  const latitude = latitudeOf(projection.middle[1] + camera.y);
  const metres = (equator * Math.cos((latitude * Math.PI) / 180)) / projection.world / camera.scale; // per pixel
  const reach = longest * metres;
  const unit = chosen === "km" ? (reach >= 1000 ? 1000 : 1) : reach >= 1609.344 ? 1609.344 : 0.3048;
  const length = round(reach / unit) * unit;
  return { pixels: length / metres, text: distance(length, chosen) };
}

// round returns the largest 1, 2 or 5 times a power of ten that is at most value.
export function round(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}
