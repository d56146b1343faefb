// The page that solves without a server: nothing leaves the machine, and the routes are those of the
// command. SCREENS=folder saves screenshots.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { barriers } from "../axe.mjs";
import { launch, Visit } from "../browser.mjs";
import { generated, temporary, tourmaline } from "../command.mjs";
import { servePlayground } from "../playground.mjs";

let host, browser;
before(async () => {
  [host, browser] = await Promise.all([servePlayground(), launch()]);
});
after(async () => {
  await browser?.close();
  host?.close();
});

// visit opens the page. It fails if the page contacts another origin or reports an error.
function visit(name, options, body) {
  test(name, async () => {
    const visit = await Visit.begin(browser, host, options);
    try {
      await visit.open("/try/");
      await body(visit.page);
      assert.deepEqual(visit.faults, [], "the page did what it must not do");
    } finally {
      await visit.end();
    }
  });
}

async function downloaded(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: label, exact: true }).click()]);
  return readFileSync(await download.path(), "utf8");
}

const finished = (page) => page.getByText("Stops in order").waitFor({ timeout: 60_000 });

// The unit is that of the region, here Great Britain.
visit("500 stops are solved and saved", {}, async (page) => {
  await page.getByLabel("Time").selectOption("2");
  await page.getByRole("button", { name: "Try 500 stops" }).click();
  await finished(page);
  assert.match(await page.locator(".playground-length").textContent(), /^\d+(\.\d+)? mi$/);
  const table = (await downloaded(page, "CSV")).trim().split("\n");
  assert.equal(new Set(table.map((row) => /Stop \d+/.exec(row)?.[0])).size, 501, "500 stops and the header");
  assert.equal((await downloaded(page, "GPX")).match(/<rtept/g).length, 501, "500 stops and the way back");
  assert.equal(JSON.parse(await downloaded(page, "GeoJSON")).type, "FeatureCollection");
});

visit("pasted coordinates are solved one way", {}, async (page) => {
  await page.getByText("Paste coordinates").click();
  await page.getByLabel("Coordinates", { exact: true }).fill("Hamburg, 53.5511, 9.9937\nMunich, 48.1351, 11.5820\nBerlin, 52.5200, 13.4050\n");
  await page.getByLabel("One way").check();
  await page.getByRole("button", { name: "Use these places" }).click();
  await finished(page);
  await page.getByText("Stops in order").click();
  const stops = await page.locator(".playground-stops li > :first-child").allTextContents();
  assert.ok(["Hamburg Berlin Munich", "Munich Berlin Hamburg"].includes(stops.join(" ")), stops.join(" "));
});

visit("a file with a fault is explained, and the next one is solved", {}, async (page) => {
  const input = page.locator("input[type=file]");
  await input.setInputFiles({ name: "stops.csv", mimeType: "text/csv", buffer: Buffer.from("name,lat,lon\na,123,10\nb,52,13\nc,48,11\n") });
  await page.getByRole("alert").getByText("stops.csv:2").waitFor();
  await input.setInputFiles({ name: "stops.csv", mimeType: "text/csv", buffer: Buffer.from("name,lat,lon\na,53,10\nb,52,13\nc,48,11\n") });
  await finished(page);
});

visit("a stopped search keeps its best route", {}, async (page) => {
  await page.getByLabel("Time").selectOption("120");
  await page.getByRole("button", { name: "Try 500 stops" }).click();
  await page.getByRole("button", { name: "Stop and keep the best" }).click();
  await finished(page);
  await page.getByText("interrupted").waitFor();
});

// The same steps give the same tour as the command, and the page says how long they took.
visit("the tour is that of the command", {}, async (page) => {
  const content = generated("uniform", 1000);
  const path = join(temporary("playground"), "uniform.tsp");
  writeFileSync(path, content);
  const native = JSON.parse(tourmaline("solve", path, "-a", "auto", "-j", "1", "--max-steps", "60", "--seed", "1", "--format", "json", "-q"));
  const route = await page.evaluate(
    (content) =>
      new Promise((done, fail) => {
        const worker = new Worker("worker.js");
        worker.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.error) fail(new Error(message.error));
          if (message.route) done(message.route);
        };
        worker.postMessage({ start: { request: { file: "uniform.tsp", columns: {}, open: false, seconds: 0, steps: 60, seed: 1 }, content: new TextEncoder().encode(content) } });
      }),
    content,
  );
  assert.deepEqual(route.order.map((city) => city + 1), native.tour);
  process.stdout.write(`1000 cities, 60 steps: ${route.seconds.toFixed(2)} s in the page, ${native.seconds.toFixed(2)} s by the command: ${(route.seconds / native.seconds).toFixed(1)} times as long\n`);
});

for (const theme of ["light", "dark"]) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    visit(`no barriers, ${theme}, ${width} pixels wide`, { theme, width, height, policy: false }, async (page) => {
      assert.deepEqual(await barriers(page), []);
      await page.getByLabel("Time").selectOption("2");
      await page.getByRole("button", { name: "Try 500 stops" }).click();
      await finished(page);
      assert.deepEqual(await barriers(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "the page is wider than the window");
      if (process.env.SCREENS) await page.screenshot({ path: join(process.env.SCREENS, `playground-${width}-${theme}.png`), fullPage: true });
    });
  }
}
