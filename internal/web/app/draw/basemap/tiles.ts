import type { Camera } from "../camera";
import type { Projection } from "../projection";

export type TileName = { z: number; x: number; y: number };

// A Spot is a tile and its square on the canvas.
export type Spot = TileName & { left: number; top: number; size: number };

// spotsIn returns the visible tiles at the zoom level that best matches the tile size.
export function spotsIn(camera: Camera, projection: Projection, tileSize: number, zooms: { minZoom: number; maxZoom: number }): Spot[] {
  const ideal = Math.round(Math.log2((projection.world * camera.scale) / tileSize));
  const z = Math.min(Math.max(ideal, zooms.minZoom, 0), zooms.maxZoom);
  const count = 2 ** z;
  const size = (projection.world / count) * camera.scale;
  const [west, north] = camera.toScreen(-180 - projection.middle[0], 180 - projection.middle[1]); // corner of the first tile
  const spots: Spot[] = [];
  const rows = [Math.max(0, Math.floor(-north / size)), Math.min(count - 1, Math.floor((camera.height - north) / size))] as const;
  const columns = [Math.floor(-west / size), Math.floor((camera.width - west) / size)] as const;
  if ((rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) > 400) return []; // the map has too few zoom levels
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) {
      spots.push({ z, x: ((column % count) + count) % count, y: row, left: west + column * size, top: north + row * size, size });
    }
  }
  return spots;
}

export function keyOf({ z, x, y }: TileName): string {
  return `${z}/${x}/${y}`;
}

// parentOf returns the containing tile, or null.
export function parentOf({ z, x, y }: TileName): TileName | null {
  return z === 0 ? null : { z: z - 1, x: x >> 1, y: y >> 1 };
}
