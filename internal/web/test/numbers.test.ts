import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { arrowOf, numbersOf } from "../app/draw/numbers";
import { amount, scaleOf } from "../app/text/distances";

if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] } });

test("an arrow points along an edge, from its middle", () => {
  deepEqual(arrowOf([0, 0], [100, 0]), { x: 50, y: 0, angle: 0 });
  deepEqual(arrowOf([0, 100], [0, 0]), { x: 0, y: 50, angle: -Math.PI / 2 });
});

test("short edges have no arrow", () => {
  equal(arrowOf([0, 0], [43, 0]), null);
});

test("of positions at the same place, the first one is shown", () => {
  const shown = numbersOf([[0, 0], [5, 5], [40, 0], [40, 12], [40, 30]]);
  deepEqual(shown.map(({ position }) => position), [1, 3, 5]);
});

test("metres are shown as distances, and other costs with their unit", () => {
  equal(amount(55_643.12, "m", "km"), "55.6 km");
  equal(amount(55_643.12, "m", "miles"), "34.6 mi");
  equal(amount(340, "m", "km"), "340 m");
  equal(amount(1234, "s", "km"), "1,234 s");
  equal(amount(1234, undefined, "km"), "1,234");
});

test("costs in metres are compared in kilometres or miles if the tour is long", () => {
  deepEqual(scaleOf(55_643, "m", "km"), { factor: 1 / 1000, unit: "km" });
  deepEqual(scaleOf(55_643, "m", "miles"), { factor: 1 / 1609.344, unit: "mi" });
  deepEqual(scaleOf(9_999, "m", "km"), { factor: 1, unit: "m" });
  deepEqual(scaleOf(55_643, "min", "km"), { factor: 1, unit: "min" });
  deepEqual(scaleOf(55_643, undefined, "km"), { factor: 1, unit: undefined });
});
