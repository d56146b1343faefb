// A base map from a file on the server.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../command.mjs";
import { stage } from "../harness.mjs";
import { germany } from "../instances.mjs";
import { until } from "../until.mjs";
import { pixels } from "../view.mjs";
import { archiveOf, types, vectorTileOf } from "../../node_modules/.tests/archive.mjs"; // laid by make web-test

const square = [[0, 0], [4096, 0], [4096, 4096], [0, 4096]];
const tile = vectorTileOf({ earth: [{ type: 3, points: square, tags: { kind: "earth" } }], water: [{ type: 3, points: [[1800, 1000], [2600, 1000], [2600, 1800], [1800, 1800]], tags: { kind: "ocean" } }] });
const file = join(temporary("map"), "world.pmtiles");
writeFileSync(file, archiveOf([{ z: 0, x: 0, y: 0, data: tile }], types.vector, { attribution: "No one <b>in particular</b>" }));
const scene = stage({ args: ["--basemap", file] });

scene("a base map is below the tour and can be hidden", async ({ service, page, open }) => {
  const asked = [];
  page.on("response", (response) => response.url().endsWith("/v1/basemap") && asked.push(response.status()));
  const { id } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 });
  await open(`/jobs/${id}`);
  const button = page.getByRole("button", { name: "Base map" });
  await button.waitFor();
  const before = await pixels(page);
  const on = (await button.getAttribute("aria-pressed")) === "true";
  await button.click();
  await until("another drawing", async () => (await pixels(page)) !== before);
  assert.notEqual((await button.getAttribute("aria-pressed")) === "true", on);
  if (!on) await until("parts of the map", () => asked.length > 0);
  assert.ok(asked.length > 0 && asked.every((status) => status === 206), `answers were ${asked.join()}`);
});
