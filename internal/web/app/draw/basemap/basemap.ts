import { PMTiles, TileType, type Header } from "pmtiles";
import type { Camera } from "../camera";
import type { Projection } from "../projection";
import type { Under } from "../sides";
import type { MapColours } from "./colours";
import { drawNames } from "./names";
import { rangeSource, type Get } from "./source";
import { keyOf, parentOf, spotsIn, type Spot, type TileName } from "./tiles";
import { drawVector, type Name } from "./vector";

type Tile = { image: CanvasImageSource | null; size: number; names: Name[] };

const mostTiles = 160; // kept
const mostLoads = 4; // at a time
const vectorSize = 512;
const rasterSize = 256;

// A BaseMap draws the tiles of a PMTiles file beneath a drawing.
export class BaseMap implements Under {
  private readonly file: PMTiles;
  private header: Header | null = null;
  private readonly tiles = new Map<string, Tile>(); // least recently used first
  private readonly loading = new Set<string>();
  private closed = false;

  constructor(
    get: Get,
    private readonly colours: MapColours,
    private readonly arrived: () => void,
  ) {
    this.file = new PMTiles(rangeSource(get));
  }

  // open reads the type of the map and returns its attribution.
  async open(): Promise<string> {
    this.header = await this.file.getHeader();
    const { tileType } = this.header;
    if (![TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp].includes(tileType)) {
      throw new Error(`the base map has tiles of type ${tileType}, expected vector tiles (MVT), PNG, JPEG or WebP`);
    }
    const metadata = (await this.file.getMetadata()) as { attribution?: unknown } | null;
    this.arrived();
    return typeof metadata?.attribution === "string" ? plain(metadata.attribution) : "";
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, projection: Projection): void {
    if (this.header === null) return;
    const vector = this.header.tileType === TileType.Mvt;
    const spots = spotsIn(camera, projection, vector ? vectorSize : rasterSize, this.header);
    context.imageSmoothingEnabled = true;
    const names: { spot: Spot; names: Name[] }[] = [];
    for (const spot of spots) {
      const tile = this.find(spot);
      if (tile === null) this.drawPart(context, spot);
      else if (tile.image !== null) context.drawImage(tile.image, ...squareOf(spot));
      if (tile !== null) names.push({ spot, names: tile.names });
    }
    drawNames(context, names, this.colours);
  }

  // drawPart substitutes a missing tile with its part of a larger one.
  private drawPart(context: CanvasRenderingContext2D, spot: Spot): void {
    for (let up = parentOf(spot); up !== null; up = parentOf(up)) {
      const tile = this.tiles.get(keyOf(up));
      if (tile === undefined || tile.image === null) continue;
      const parts = 2 ** (spot.z - up.z);
      const part = tile.size / parts;
      context.drawImage(tile.image, (spot.x - up.x * parts) * part, (spot.y - up.y * parts) * part, part, part, ...squareOf(spot));
      return;
    }
  }

  // find returns a tile, or starts loading it.
  private find(name: TileName): Tile | null {
    const key = keyOf(name);
    const tile = this.tiles.get(key);
    if (tile === undefined) {
      if (!this.loading.has(key) && this.loading.size < mostLoads) void this.load(name, key);
      return null;
    }
    this.tiles.delete(key);
    this.tiles.set(key, tile);
    return tile;
  }

  private async load(name: TileName, key: string): Promise<void> {
    this.loading.add(key);
    const tile = await this.read(name).catch(() => ({ image: null, size: 0, names: [] })); // a damaged tile stays empty
    this.loading.delete(key);
    if (this.closed) return;
    this.tiles.set(key, tile);
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= mostTiles) break;
      this.tiles.delete(oldest);
    }
    this.arrived();
  }

  private async read({ z, x, y }: TileName): Promise<Tile> {
    const part = await this.file.getZxy(z, x, y);
    if (part === undefined) return { image: null, size: 0, names: [] };
    if (this.header?.tileType !== TileType.Mvt) {
      const image = await createImageBitmap(new Blob([part.data]));
      return { image, size: image.width, names: [] };
    }
    const size = vectorSize * Math.min(2, Math.ceil(devicePixelRatio));
    const canvas = new OffscreenCanvas(size, size);
    const names = drawVector(part.data, canvas.getContext("2d")!, size, z, this.colours);
    return { image: canvas, size, names };
  }

  close(): void {
    this.closed = true;
    this.tiles.clear();
  }
}

// squareOf aligns to whole pixels, so that no seams appear between tiles.
function squareOf({ left, top, size }: Spot): [number, number, number, number] {
  const x = Math.round(left);
  const y = Math.round(top);
  return [x, y, Math.round(left + size) - x, Math.round(top + size) - y];
}

// plain returns the text of an HTML attribution. It is shown only as text.
export function plain(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', copy: "©", nbsp: " ", "#39": "'", "#169": "©" };
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&([a-z]+|#\d+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}
