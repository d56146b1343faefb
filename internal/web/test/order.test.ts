import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { City } from "../app/api/types";
import { nameOf, placesOf } from "../app/pages/home/places";
import { uploadQuery, plainReading } from "../app/pages/home/reading";
import { rowsOf } from "../app/pages/run/rows";
import { makeDrawing } from "./drawings";

if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] } });

const stops = [
  { city: 1, name: "Depot", leg: 0, total: 0 },
  { city: 0, name: "Altona", leg: 3750, total: 3750 },
  { city: 1, name: "Depot", leg: 3750, total: 7500 },
];

test("a round trip ends with the way back, and the first stop has no leg", () => {
  const { drawing } = makeDrawing("germany", 2, 1);
  const rows = rowsOf({ stops, n: 3 }, { ...drawing, unit: "m" }, "km");
  deepEqual(rows.map(({ number, name, leg, total }) => [number, name, leg, total]), [
    ["1", "Depot", "", "0 km"],
    ["2", "Altona", "3.75 km", "3.75 km"],
    ["", "back to Depot", "3.75 km", "7.50 km"],
  ]);
});

test("a path has no way back", () => {
  const { drawing } = makeDrawing("germany", 2, 1);
  const rows = rowsOf({ stops: stops.slice(0, 2), n: 2 }, { ...drawing, open: true, unit: "s" }, "km");
  deepEqual(rows.map(({ name, leg }) => [name, leg]), [["Depot", ""], ["Altona", "3,750 s"]]);
});

test("the places of a preview are relative to the origin, in the order of the cities", () => {
  const cities: City[] = [{ index: 0, id: "7", x: 10, y: 53 }, { index: 5, id: "9", name: "Nord", x: 9, y: 54 }];
  deepEqual([...placesOf(cities, [9.5, 53.5])], [0.5, -0.5, -0.5, 0.5]);
  deepEqual(cities.map(nameOf), ["7", "Nord"]);
});

test("uploads ask for a preview", () => {
  equal(uploadQuery("a b.csv", { ...plainReading, unit: "km", columns: { lat: "Breite" } }).toString(), "file=a+b.csv&preview=true&unit=km&columns=lat%3DBreite");
});
