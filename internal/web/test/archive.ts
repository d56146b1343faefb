// A small writer of PMTiles files of version 3, for tests.
import { zxyToTileId } from "pmtiles";
import { PbfWriter } from "pbf";
import { crc32, deflateSync } from "node:zlib";

export type Entry = { z: number; x: number; y: number; data: Uint8Array };
export const types = { vector: 1, png: 2 };

export function archiveOf(entries: Entry[], type: number, metadata: object): Uint8Array<ArrayBuffer> {
  const sorted = entries.map((entry) => ({ ...entry, id: zxyToTileId(entry.z, entry.x, entry.y) })).sort((a, b) => a.id - b.id);
  const directory = new PbfWriter();
  directory.writeVarint(sorted.length);
  sorted.forEach(({ id }, k) => directory.writeVarint(k === 0 ? id : id - sorted[k - 1]!.id));
  sorted.forEach(() => directory.writeVarint(1));
  sorted.forEach(({ data }) => directory.writeVarint(data.length));
  sorted.forEach((_, k) => directory.writeVarint(k === 0 ? 1 : 0)); // each follows the one before
  const root = directory.finish();
  const text = new TextEncoder().encode(JSON.stringify(metadata));
  const tiles = sorted.reduce((sum, { data }) => sum + data.length, 0);
  const file = new Uint8Array(127 + root.length + text.length + tiles);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode("PMTiles"));
  file[7] = 3;
  const places = [127, root.length, 127 + root.length, text.length, 127 + root.length + text.length, 0, 127 + root.length + text.length, tiles, sorted.length, sorted.length, sorted.length];
  places.forEach((value, k) => view.setBigUint64(8 + 8 * k, BigInt(value), true));
  const zooms = sorted.map(({ z }) => z);
  file.set([1, 1, 1, type, Math.min(...zooms), Math.max(...zooms)], 96); // clustered, nothing compressed
  [-180e7, -85e7, 180e7, 85e7].forEach((value, k) => view.setInt32(102 + 4 * k, value, true));
  file.set(root, 127);
  file.set(text, 127 + root.length);
  let at = 127 + root.length + text.length;
  for (const { data } of sorted) {
    file.set(data, at);
    at += data.length;
  }
  return file;
}

type Feature = { type: 1 | 2 | 3; points: [number, number][]; tags: Record<string, string> };

// vectorTileOf returns layers of features with one ring or line each, in a square of 4096.
export function vectorTileOf(layers: Record<string, Feature[]>): Uint8Array {
  const tile = new PbfWriter();
  for (const [name, features] of Object.entries(layers)) {
    const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))];
    const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))];
    tile.writeMessage(3, (_, layer) => {
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, name);
      for (const { type, points, tags } of features) {
        layer.writeMessage(2, (_, feature) => {
          feature.writePackedVarint(2, Object.entries(tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]));
          feature.writeVarintField(3, type);
          feature.writePackedVarint(4, commandsOf(type, points));
        }, null);
      }
      for (const key of keys) layer.writeStringField(3, key);
      for (const value of values) layer.writeMessage(4, (_, of) => of.writeStringField(1, value), null);
      layer.writeVarintField(5, 4096);
    }, null);
  }
  return tile.finish();
}

function commandsOf(type: number, points: [number, number][]): number[] {
  const zigzag = (value: number) => (value << 1) ^ (value >> 31);
  const steps = points.map(([x, y], k) => [zigzag(x - (points[k - 1]?.[0] ?? 0)), zigzag(y - (points[k - 1]?.[1] ?? 0))]);
  const commands = [1 | (1 << 3), ...steps[0]!];
  if (points.length > 1) commands.push(2 | ((points.length - 1) << 3), ...steps.slice(1).flat());
  return type === 3 ? [...commands, 7 | (1 << 3)] : commands;
}

// pngOf returns a square of one colour with a darker border.
export function pngOf(side: number, colour: [number, number, number]): Uint8Array {
  const rows = new Uint8Array(side * (1 + 3 * side));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const rim = x === 0 || y === 0;
      rows.set(colour.map((part) => (rim ? part * 0.8 : part)), y * (1 + 3 * side) + 1 + 3 * x);
    }
  }
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, side);
  new DataView(head.buffer).setUint32(4, side);
  head.set([8, 2], 8);
  return joined([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array(0))]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), data]);
  const ends = new Uint8Array(8);
  new DataView(ends.buffer).setUint32(0, data.length);
  new DataView(ends.buffer).setUint32(4, crc32(named));
  return joined([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
