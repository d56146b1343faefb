import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { metresBetween } from "../app/draw/globe";
import { absolute, boundsOf, latitudeOf, northOf, onMap, project, projectionOf } from "../app/draw/projection";

const near = (actual: number, expected: number, within: number) => ok(Math.abs(actual - expected) <= within, `${actual}, expected ${expected}`);

test("a plane stays as it is", () => {
  const places = new Float32Array([1, 2, 3, 4]);
  const projection = projectionOf({ origin: [100, 200] }, places);
  equal(project(projection, {}, places), places);
  equal(absolute(projection, 1, 2).join(), "101,202");
});

test("there and back", () => {
  const places = new Float32Array([-1, -2, 1, 2]);
  const source = { geographic: true, origin: [11, 48] };
  const projection = projectionOf(source, places);
  const on = project(projection, source, places);
  const [longitude, latitude] = absolute(projection, on[2]!, on[3]!);
  near(longitude, 12, 1e-5);
  near(latitude, 50, 1e-5);
});

test("Mercator has known values and is cut at the poles", () => {
  near(northOf(85.0511287798066), 180, 1e-9);
  near(northOf(90), 180, 1e-9);
  near(northOf(-90), -180, 1e-9);
  near(latitudeOf(northOf(51.5)), 51.5, 1e-12);
});

test("places across the antimeridian are together", () => {
  const places = new Float32Array([-2, 0, 3, 0]); // 178 east, 177 west
  const source = { geographic: true, origin: [180, -17] };
  const projection = projectionOf(source, places);
  const box = boundsOf(project(projection, source, places));
  near(box.maxX - box.minX, 5, 1e-4);
  near(projection.middle[0], -179.5, 0.2);
});

test("longitudes between -180 and 180 in the file are together too", () => {
  const places = new Float32Array([178, 0, -177, 0, 179, 0]);
  const source = { geographic: true, origin: [0, 0] };
  const box = boundsOf(project(projectionOf(source, places), source, places));
  near(box.maxX - box.minX, 5, 1e-4);
});

test("the places of the whole world stay on one map", () => {
  const longitudes = Array.from({ length: 360 }, (_, k) => k - 180);
  const places = Float32Array.from(longitudes.flatMap((longitude) => [longitude, 10]));
  const source = { geographic: true, origin: [0, 0] };
  const projection = projectionOf(source, places);
  const box = boundsOf(project(projection, source, places));
  ok(box.minX >= -180 && box.maxX <= 180);
  near(onMap(projection, projection.middle[0], 0)[0], 0, 1e-9);
});

test("great circles", () => {
  near(metresBetween([13.405, 52.52], [2.3522, 48.8566]), 877_500, 1_000);
  near(metresBetween([179, 0], [-179, 0]), 222_390, 10);
  equal(metresBetween([5, 5], [5, 5]), 0);
});
