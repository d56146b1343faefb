// Runs an accessibility checker on a page. The Content-Security-Policy blocks such scripts, so the
// visit must disable it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function barriers(page) {
  await page.evaluate(source);
  await still(page);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}: ${node.failureSummary?.replace(/\s+/g, " ").slice(0, 300)}`));
}

// still waits until all colour transitions have ended: during one, the contrast is too low.
async function still(page) {
  for (let looks = 0; looks < 2; looks++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState === "finished" || !Number.isFinite(each.effect?.getComputedTiming().endTime)));
  }
}
