// Browsers without WebGL also get a drawing.
import assert from "node:assert/strict";
import { flat } from "../browser.mjs";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";
import { until } from "../until.mjs";
import { pixels } from "../view.mjs";

const scene = stage({ flags: flat });

scene("a tour is drawn without WebGL", async ({ service, page, open }) => {
  const { id } = await service.solved("flat.tsp", uniform(1000), { max_steps: 60, seed: 1 });
  await open(`/jobs/${id}`);
  assert.equal(await page.evaluate(() => document.createElement("canvas").getContext("webgl2")), null, "this browser has WebGL");
  await until("lines on the canvas", () =>
    page.evaluate(() => [...document.querySelectorAll(".draw-host canvas")].some((canvas) => canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))),
  );
  const before = await pixels(page);
  await page.getByRole("slider", { name: "Improvement" }).focus();
  await page.keyboard.press("Home");
  await until("another drawing", async () => (await pixels(page)) !== before);
});
