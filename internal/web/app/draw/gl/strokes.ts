import type { Camera } from "../camera";
import { lengthOf, runsIn } from "../chunks";
import { cityRadius, lineStyle, type Moment } from "../painter";
import type { Picture } from "../picture";
import type { Box, Colour } from "../types";
import type { Brush } from "./brush";

// A Stroke is a part of a picture that is drawn in one call, with its cost in edges.
export type Stroke = { cost: number; paint: () => void };

const spread = 16;
const cityCost = 0.4;
const lineCost = 0.5;
const crowded = 0.3; // edges per pixel above which their width is not visible

// strokesOf returns the strokes of a box of the plane: trails, the tour and the cities. Fresh edges
// are drawn later, because they fade.
export function strokesOf(brush: Brush, picture: Picture, camera: Camera, box: Box, moment: Moment): Stroke[] {
  const runs = runsIn(picture.chunks, box, spread);
  const seen = lengthOf(runsIn(picture.chunks, camera.seen(), 1));
  const { ink, ratio } = moment;
  const strokes: Stroke[] = [];
  const trails = picture.trails.length / 3;
  if (trails > 0) strokes.push({ cost: trails, paint: () => brush.list("trails", trails, 4 * ratio, ink.trail) });
  if (picture.edges > 0) {
    const style = lineStyle(camera, seen);
    const line = clear(ink.tour, style.opacity);
    const thin = seen > crowded * camera.width * camera.height && picture.seams.length === 0;
    for (const { first, count } of runs) {
      const edges = Math.min(count, picture.edges - first);
      if (thin) strokes.push({ cost: lineCost * edges, paint: () => brush.thread(first, edges, line) });
      else strokes.push({ cost: edges, paint: () => brush.tour(first, edges, style.width * ratio, line) });
    }
    const seams = picture.seams.length / 3;
    if (seams > 0) strokes.push({ cost: seams, paint: () => brush.list("seams", seams, style.width * ratio, line) });
  }
  const radius = cityRadius(picture, camera, seen) * ratio;
  if (radius > 0) {
    for (const { first, count } of runs) {
      strokes.push({ cost: cityCost * count, paint: () => brush.cities(first, count, radius, ink.city) });
    }
  }
  return strokes;
}

export function costOf(strokes: Stroke[]): number {
  return strokes.reduce((sum, stroke) => sum + stroke.cost, 0);
}

function clear([red, green, blue, alpha]: Colour, opacity: number): Colour {
  return [red, green, blue, alpha * opacity];
}
