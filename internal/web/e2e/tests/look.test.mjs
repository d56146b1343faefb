// Every page, wide and narrow, light and dark, passes an accessibility checker and fits its window.
import assert from "node:assert/strict";
import { barriers } from "../axe.mjs";
import { stage } from "../harness.mjs";
import { prepare, screens, settled } from "../screens.mjs";

const scene = stage();

// The Content-Security-Policy blocks the checker, so it is off here; all other scenes keep it.
scene("all pages are accessible and fit their window", { policy: false, allow: [/refusal: 404 GET \/v1\/jobs\/none/] }, async ({ service, page, open }) => {
  const jobs = await prepare(service, 0.1);
  const found = [];
  for (const { name, path } of screens(jobs)) {
    await open(path);
    await settled(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        for (const barrier of await barriers(page)) found.push(`${name}, ${width}, ${theme}: ${barrier}`);
      }
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
      if (wide > width) found.push(`${name}, ${width}: the page is ${wide} pixels wide`);
    }
    // The pages after this one do not show the search, which would slow the browser down.
    if (name === "run-live") await service.ask(`/v1/jobs/${jobs.running}`, { method: "DELETE" });
  }
  assert.deepEqual(found, []);
});
