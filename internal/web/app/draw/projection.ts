import type { Box } from "./types";

// Latitude in degrees at which the Mercator map ends, as usual for web maps.
const farthestNorth = 85.0511287798066;
const radians = Math.PI / 180;

// A Projection maps places to the camera's plane. Plane coordinates stay unchanged. Degrees are
// mapped to a Mercator map of width 360, rotated so that the places are together and none is at the
// cut.
export type Projection = {
  geographic: boolean;
  world: number; // width of the world map, 0 for a plane
  middle: [number, number]; // absolute map coordinates of the plane's origin
};

type Source = { geographic?: boolean; origin?: number[] | null };

export function projectionOf(source: Source, places: Float32Array): Projection {
  const [x = 0, y = 0] = source.origin ?? [];
  if (!source.geographic) return { geographic: false, world: 0, middle: [x, y] };
  return { geographic: true, world: 360, middle: [middleLongitude(x, places), northOf(y)] };
}

// project returns the places on the camera's plane; the same array if nothing changes.
export function project(projection: Projection, source: Source, places: Float32Array): Float32Array {
  if (!projection.geographic) return places;
  const [x = 0, y = 0] = source.origin ?? [];
  const on = new Float32Array(places.length);
  for (let i = 0; i < places.length; i += 2) {
    const [mapX, mapY] = onMap(projection, x + places[i]!, y + places[i + 1]!);
    on[i] = mapX;
    on[i + 1] = mapY;
  }
  return on;
}

// onMap maps longitude and latitude to the camera's plane.
export function onMap(projection: Projection, longitude: number, latitude: number): [number, number] {
  return [wrapped(longitude - projection.middle[0]), northOf(latitude) - projection.middle[1]];
}

// absolute maps a point of the camera's plane back to the coordinates of the instance.
export function absolute(projection: Projection, x: number, y: number): [number, number] {
  if (!projection.geographic) return [projection.middle[0] + x, projection.middle[1] + y];
  return [wrapped(projection.middle[0] + x), latitudeOf(projection.middle[1] + y)];
}

export function latitudeOf(north: number): number {
  return Math.atan(Math.sinh(north * radians)) / radians;
}

export function northOf(latitude: number): number {
  const cut = Math.min(Math.max(latitude, -farthestNorth), farthestNorth);
  return Math.asinh(Math.tan(cut * radians)) / radians;
}

// wrapped returns the same longitude between -180 and 180.
export function wrapped(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}

// middleLongitude returns the longitude opposite the widest gap.
function middleLongitude(origin: number, places: Float32Array): number {
  const bins = new Uint8Array(3600);
  for (let i = 0; i < places.length; i += 2) {
    const turn = (wrapped(origin + places[i]!) + 180) / 360;
    bins[Math.min(Math.floor(turn * bins.length), bins.length - 1)] = 1;
  }
  const used: number[] = [];
  bins.forEach((bin, at) => bin && used.push(at));
  let widest = 0;
  let end = 0; // where the widest gap ends
  used.forEach((at, k) => {
    const before = k > 0 ? used[k - 1]! : used[used.length - 1]! - bins.length;
    if (at - before > widest) [widest, end] = [at - before, at];
  });
  const extent = bins.length - widest;
  return wrapped(((end + extent / 2 + 0.5) / bins.length) * 360 - 180);
}

export function boundsOf(places: Float32Array): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < places.length; i += 2) {
    const x = places[i]!;
    const y = places[i + 1]!;
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return places.length > 0 ? box : { minX: 0, minY: 0, maxX: 1, maxY: 1 };
}
