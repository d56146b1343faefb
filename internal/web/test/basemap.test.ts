import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { PMTiles } from "pmtiles";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { plain } from "../app/draw/basemap/basemap";
import { rangeSource, type Get } from "../app/draw/basemap/source";
import { spotsIn } from "../app/draw/basemap/tiles";
import { Camera } from "../app/draw/camera";
import { onMap } from "../app/draw/projection";
import { archiveOf, types, vectorTileOf } from "./archive";

const tile = vectorTileOf({ places: [{ type: 1, points: [[2048, 1024]], tags: { name: "Middle" } }] });
const file = archiveOf([{ z: 1, x: 1, y: 0, data: tile }, { z: 0, x: 0, y: 0, data: Uint8Array.of(0) }], types.vector, { attribution: "the source" });

// served runs body with a server of the file that requires a token.
async function served(body: (get: Get) => Promise<void>, answers: (range: string) => { status: number; data: Uint8Array }): Promise<void> {
  const server = createServer((request, response) => {
    if (request.headers["authorization"] !== "Bearer secret") return void response.writeHead(401).end();
    const { status, data } = answers(request.headers["range"] ?? "");
    response.writeHead(status, { ETag: '"1"' }).end(data);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  try {
    await body((init) => fetch(url, { ...init, headers: { ...init.headers, Authorization: "Bearer secret" } }));
  } finally {
    server.close();
  }
}

const part = (range: string) => {
  const [from, to] = range.replace("bytes=", "").split("-").map(Number);
  return { status: 206, data: file.subarray(from, to! + 1) };
};

test("tiles and metadata come by ranges, with the token", () =>
  served(async (get) => {
    const map = new PMTiles(rangeSource(get));
    const header = await map.getHeader();
    equal(header.maxZoom, 1);
    deepEqual(await map.getMetadata(), { attribution: "the source" });
    const found = await map.getZxy(1, 1, 0);
    const layer = new VectorTile(new PbfReader(new Uint8Array(found!.data))).layers["places"]!;
    equal(layer.feature(0).properties["name"], "Middle");
    equal(await map.getZxy(1, 0, 0), undefined);
  }, part));

test("a server that sends the whole file is rejected", () =>
  served(async (get) => {
    await rejects(new PMTiles(rangeSource(get)).getHeader(), /answered 200 .* expected 206/);
  }, () => ({ status: 200, data: file })));

test("a range that a damaged file claims is not requested", () =>
  served(async (get) => {
    await rejects(rangeSource(get).getBytes(0, 4_000_000_000), /damaged/);
    await rejects(rangeSource(get).getBytes(0, -1), /damaged/);
  }, part));

test("a changed file is detected", () =>
  served(async (get) => {
    await rejects(rangeSource(get).getBytes(0, 10, undefined, '"0"'), /changed/);
  }, part));

test("tiles are placed at their corners", () => {
  const projection = { geographic: true, world: 360, middle: [170, 20] as [number, number] };
  const camera = new Camera();
  camera.resize(1000, 700);
  camera.show({ minX: -20, minY: -15, maxX: 20, maxY: 15 });
  const spots = spotsIn(camera, projection, 256, { minZoom: 0, maxZoom: 14 });
  ok(spots.length > 4 && spots.length < 100, String(spots.length));
  for (const { z, x, y, left, top, size } of spots) {
    ok(left < 1000 && top < 700 && left + size > 0 && top + size > 0, "a tile outside the view");
    const [mapX] = onMap(projection, (x / 2 ** z) * 360 - 180, 0);
    ok(Math.abs(camera.toScreen(mapX, 0)[0] - left) < 1e-6, "longitude");
    ok(Math.abs(camera.toScreen(0, 180 - (y / 2 ** z) * 360 - 20)[1] - top) < 1e-6, "latitude");
  }
  const covered = spots.reduce((sum, { left, top, size }) => {
    const wide = Math.min(left + size, 1000) - Math.max(left, 0);
    return sum + wide * (Math.min(top + size, 700) - Math.max(top, 0));
  }, 0);
  ok(Math.abs(covered - 700_000) < 1, `they cover ${covered} pixels`);
  ok(spots.some(({ x }) => x === 0) && spots.some(({ z, x }) => x === 2 ** z - 1), "both sides of the antimeridian");
});

test("an attribution is text", () => {
  equal(plain('<a href="https://example.org" onclick="x()">&copy; Some &amp; Others</a>\n 2026'), "© Some & Others 2026");
  equal(plain("a &lt;script&gt; b"), "a <script> b");
});
