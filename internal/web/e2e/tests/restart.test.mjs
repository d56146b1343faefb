// A server that is killed and restarted: the page continues.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";
import { shown } from "../view.mjs";

const scene = stage({ args: ["--checkpoint-every", "1s", "--ack-wait", "5s"] });

scene("the page continues after the server is killed and restarted", { allow: [/ERR_/, /refusal: (409|503)/] }, async ({ service, page, open }) => {
  const { id } = await service.submit({ file: "long.tsp", content: uniform(5000), settings: { time_limit: "1h", seed: 1 } });
  await open(`/jobs/${id}`);
  await page.evaluate(() => (window.sameDocument = true));
  const before = await shown(page, "Steps");
  await service.kill();
  await page.getByText("This page continues when it is back").waitFor();
  await service.begin();
  await page.getByText("This page continues when it is back").waitFor({ state: "hidden" });
  const after = await shown(page, "Steps", (value) => value > before);
  assert.ok(after > before);
  assert.ok(await page.evaluate(() => window.sameDocument), "the page was not reloaded");
});
