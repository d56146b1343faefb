import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { chunksOf, lengthOf, runsIn } from "../app/draw/chunks";
import { Grid } from "../app/draw/grid";
import { Picture } from "../app/draw/picture";
import { Walk } from "../app/draw/walk";
import { makeDrawing, randomOf } from "./drawings";

const noPause = () => Promise.resolve();

test("the nearest city equals that of an exhaustive search", async () => {
  const { places } = makeDrawing("square", 3000, 3);
  const grid = await Grid.build(places, noPause);
  const random = randomOf(5);
  for (let k = 0; k < 300; k++) {
    const x = (random() - 0.5) * 1.2e6;
    const y = (random() - 0.5) * 1.2e6;
    const reach = random() * 5e4;
    let best = -1;
    let least = reach;
    for (let i = 0; i < 3000; i++) {
      const far = Math.hypot(places[2 * i]! - x, places[2 * i + 1]! - y);
      if (far < least) [best, least] = [i, far];
    }
    equal(grid.nearest(x, y, reach), best);
  }
});

test("cities in a row, at one place and none at all", async () => {
  const row = await Grid.build(Float32Array.from([0, 0, 1e6, 0, 2e6, 0]), noPause);
  equal(row.nearest(1e6 + 5, 3, 10), 1);
  const one = await Grid.build(Float32Array.from([7, 7, 7, 7]), noPause);
  ok(one.nearest(7, 7, 1) >= 0);
  const none = await Grid.build(new Float32Array(0), noPause);
  equal(none.nearest(0, 0, 1e9), -1);
});

test("a box shows a part of the tour, and the whole box all of it", () => {
  const { places, tour } = makeDrawing("square", 20_000, 4);
  const chunks = chunksOf(places, tour);
  const all = { minX: -1e7, minY: -1e7, maxX: 1e7, maxY: 1e7 };
  for (const spread of [1, 16]) {
    const runs = runsIn(chunks, all, spread);
    equal(lengthOf(runs), 20_000);
    equal(new Set(runs.map(({ first }) => first)).size, runs.length);
  }
  const box = { minX: 0, minY: 0, maxX: 1e4, maxY: 1e4 };
  const runs = runsIn(chunks, box, 1);
  ok(lengthOf(runs) < 10_000);
  const drawn = (at: number) => runs.some(({ first, count }) => at >= first && at < first + count);
  tour.forEach((city, at) => {
    const x = places[2 * city]!;
    const y = places[2 * city + 1]!;
    if (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) ok(drawn(at), `position ${at} is missing`);
  });
});

test("steps go around a tour and end with a path", () => {
  const picture = new Picture(new Float32Array(8), 0);
  const walk = new Walk();
  picture.setTour(Int32Array.of(2, 0, 3, 1), true);
  equal(walk.step(picture, 1, 1), 2);
  equal(walk.step(picture, 2, -1), 1);
  equal(walk.next(picture, 1), 2);
  picture.setTour(Int32Array.of(2, 0, 3, 1), false);
  equal(walk.step(picture, 1, 1), 1);
  equal(walk.next(picture, 1), -1);
  equal(walk.positionOf(picture, 3), 2);
});

test("a tour of other cities is not drawn", () => {
  const picture = new Picture(new Float32Array(8), 0);
  picture.setTour(Int32Array.of(0, 1), true);
  equal(picture.edges, 0);
  equal(picture.order.length, 4);
});
