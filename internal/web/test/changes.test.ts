import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { Changes, type Fresh } from "../app/draw/changes";
import { randomOf, swapped } from "./drawings";

const tourOf = (...cities: number[]) => Int32Array.from(cities);
const edgesOf = ({ list, count }: Fresh) => Array.from({ length: count }, (_, k) => [list[3 * k]!, list[3 * k + 1]!].sort((a, b) => a - b).join("-")).sort();

test("neither a first tour nor its reverse has new edges", () => {
  const changes = new Changes();
  equal(changes.follow(tourOf(0, 1, 2, 3, 4), true, 1).count, 0);
  equal(changes.follow(tourOf(4, 3, 2, 1, 0), true, 1.1).count, 0);
  equal(changes.follow(tourOf(2, 3, 4, 0, 1), true, 1.2).count, 0);
});

test("a swap has two new edges, for a second", () => {
  const changes = new Changes();
  const tour = tourOf(0, 1, 2, 3, 4, 5, 6);
  changes.follow(tour, true, 1);
  const other = swapped(tour, 2, 4);
  deepEqual(edgesOf(changes.follow(other, true, 1.5)), ["1-4", "2-5"]);
  deepEqual(edgesOf(changes.follow(other.slice().reverse(), true, 2)), ["1-4", "2-5"]);
  equal(changes.follow(other, true, 2.6).count, 0);
});

test("an edge that disappeared is not shown; others keep their time", () => {
  const changes = new Changes();
  const tour = tourOf(0, 1, 2, 3, 4, 5, 6);
  changes.follow(tour, true, 1);
  changes.follow(swapped(tour, 2, 4), true, 1.5);
  equal(changes.follow(tour, true, 1.6).newest >= 1.59, true);
  deepEqual(edgesOf(changes.follow(tour, true, 1.7)), ["1-2", "4-5"]);
});

test("the ends of a path have no edge between them", () => {
  const changes = new Changes();
  changes.follow(tourOf(0, 1, 2, 3), false, 1);
  deepEqual(edgesOf(changes.follow(tourOf(1, 0, 2, 3), false, 1.1)), ["0-2"]);
});

test("random swaps: the same as comparing sets of edges", () => {
  const random = randomOf(7);
  const changes = new Changes();
  const n = 50;
  let tour: Int32Array = Int32Array.from({ length: n }, (_, i) => i);
  const pairs = (of: Int32Array) => new Set(Array.from(of, (city, i) => [city, of[(i + 1) % n]!].sort((a, b) => a - b).join("-")));
  changes.follow(tour, true, 0);
  for (let k = 1; k < 200; k++) {
    const from = Math.floor(random() * n);
    const other = swapped(tour, Math.min(from, 40), Math.min(from, 40) + Math.floor(random() * 9));
    const before = pairs(tour);
    const expected = [...pairs(other)].filter((pair) => !before.has(pair)).sort();
    deepEqual(edgesOf(changes.follow(other, true, 10 * k)), expected);
    tour = other;
  }
});

test("unknown cities are ignored", () => {
  const changes = new Changes();
  changes.follow(tourOf(0, 1, 2), true, 1);
  ok(changes.follow(tourOf(-5, 7, 2_000_000_000), true, 1.1).count <= 3);
});

test("a sample of very many new edges covers the whole tour", () => {
  const n = 100_000;
  const changes = new Changes();
  changes.follow(Int32Array.from({ length: n }, (_, i) => i), true, 1);
  const fresh = changes.follow(Int32Array.from({ length: n }, (_, i) => (i * 7) % n), true, 1.1); // 7 and n have no divisor in common
  ok(fresh.count > 10_000 && fresh.count < n);
  ok(fresh.list[3 * (fresh.count - 1)] !== fresh.list[0]);
});
