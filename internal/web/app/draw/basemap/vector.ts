import { VectorTile, type VectorTileFeature, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { MapColours } from "./colours";

// A Name of a place: its position in the tile, between 0 and 1, and its rank; lower is more important.
export type Name = { x: number; y: number; text: string; rank: number };

const mostNames = 200; // per tile
const areas = { green: /^(landcover|landuse|park|natural|wood|forest)s?$/i, water: /^(water|ocean|lake|sea)s?$/i, land: /^(earth|land)$/i };
const lines = { border: /^(boundary|boundaries|admin)$/i, road: /^(road|transportation|street|highway)s?$/i, water: /^(waterway|river|physical_line)s?$/i };
const places = /^(place|city|cities|settlement|place_label)s?$/i;
const majorRoads = /^(highway|motorway|trunk|primary|major_road|secondary)/;

// drawVector draws a vector tile on a canvas of the given size and returns its names. It recognises
// layers by their names in common schemas.
export function drawVector(data: ArrayBuffer, context: OffscreenCanvasRenderingContext2D, size: number, z: number, colours: MapColours): Name[] {
  const tile = new VectorTile(new PbfReader(new Uint8Array(data)));
  const layers = Object.values(tile.layers);
  const having = (pattern: RegExp) => layers.filter((layer) => pattern.test(layer.name));
  if (having(areas.land).length === 0) {
    context.fillStyle = colours.land;
    context.fillRect(0, 0, size, size);
  } else {
    context.fillStyle = colours.water; // the tile draws land, the rest is sea
    context.fillRect(0, 0, size, size);
    fill(having(areas.land), context, size, colours.land);
  }
  fill(having(areas.green), context, size, colours.green, isGreen);
  fill(having(areas.water), context, size, colours.water);
  stroke(having(lines.water), context, size, colours.water, () => 1);
  stroke(having(lines.road), context, size, colours.road, (feature) => (majorRoads.test(classOf(feature)) ? 1.6 : z >= 10 ? 0.8 : 0));
  context.setLineDash([4, 3]);
  stroke(having(lines.border), context, size, colours.border, () => 1.2);
  context.setLineDash([]);
  return having(places).flatMap(namesIn).sort((a, b) => a.rank - b.rank).slice(0, mostNames);
}

function fill(layers: VectorTileLayer[], context: OffscreenCanvasRenderingContext2D, size: number, colour: string, matches: (feature: VectorTileFeature) => boolean = () => true): void {
  context.fillStyle = colour;
  for (const feature of featuresOf(layers)) {
    if (feature.type !== 3 || !matches(feature)) continue;
    trace(feature, context, size);
    context.fill("evenodd");
  }
}

function stroke(layers: VectorTileLayer[], context: OffscreenCanvasRenderingContext2D, size: number, colour: string, widthOf: (feature: VectorTileFeature) => number): void {
  context.strokeStyle = colour;
  context.lineJoin = "round";
  for (const feature of featuresOf(layers)) {
    const width = feature.type === 2 ? widthOf(feature) : 0;
    if (width === 0) continue;
    trace(feature, context, size);
    context.lineWidth = (width * size) / 512;
    context.stroke();
  }
}

function trace(feature: VectorTileFeature, context: OffscreenCanvasRenderingContext2D, size: number): void {
  const scale = size / feature.extent;
  context.beginPath();
  for (const ring of feature.loadGeometry()) {
    ring.forEach((point, k) => (k === 0 ? context.moveTo(point.x * scale, point.y * scale) : context.lineTo(point.x * scale, point.y * scale)));
    if (feature.type === 3) context.closePath();
  }
}

function* featuresOf(layers: VectorTileLayer[]): Generator<VectorTileFeature> {
  for (const layer of layers) {
    for (let i = 0; i < layer.length; i++) yield layer.feature(i);
  }
}

function classOf({ properties }: VectorTileFeature): string {
  return String(properties["class"] ?? properties["kind"] ?? properties["type"] ?? "");
}

function isGreen(feature: VectorTileFeature): boolean {
  return /wood|forest|park|grass|meadow|nature|garden|scrub|recreation|orchard|^$/.test(classOf(feature));
}

function namesIn(layer: VectorTileLayer): Name[] {
  const names: Name[] = [];
  for (const feature of featuresOf([layer])) {
    const text = feature.properties["name"];
    const at = feature.type === 1 ? feature.loadGeometry()[0]?.[0] : undefined;
    if (typeof text !== "string" || text === "" || at === undefined) continue;
    const inside = at.x >= 0 && at.y >= 0 && at.x < feature.extent && at.y < feature.extent; // otherwise another tile has it too
    if (inside) names.push({ x: at.x / feature.extent, y: at.y / feature.extent, text: text.slice(0, 60), rank: rankOf(feature) });
  }
  return names;
}

function rankOf({ properties }: VectorTileFeature): number {
  const rank = Number(properties["rank"] ?? properties["min_zoom"] ?? properties["scalerank"]);
  return Number.isFinite(rank) ? rank : 99;
}
