// Tests the drawing of tours in headless Chromium by its pixels.
//
//	node drawing.mjs FOLDER
//
// FOLDER is the output of 'go run ./web -tests FOLDER' in tools.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { serveBundled } from "./bundled.mjs";

const require = createRequire(import.meta.url);
const server = await serveBundled(process.argv[2]);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
const decoder = await browser.newPage();
const faults = [];

// tried opens a drawing with a clock controlled by the script.
async function tried(name, query, body, options = {}) {
  const page = await browser.newPage({ viewport: { width: 600, height: 400 }, ...options });
  page.on("pageerror", (error) => faults.push(`${name}: ${error.message}`));
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && faults.push(`${name}: ${message.text()}`));
  await page.clock.install({ time: 0 });
  await page.goto(`${server.url}/drawing?${query}`);
  await page.clock.pauseAt(600_000);
  await page.clock.runFor(500);
  await body(page);
  await page.close();
  console.log(`ok: ${name}`);
}

// pixels counts the pixels of a screenshot that are close to a colour.
async function pixels(page, colour) {
  const image = (await page.screenshot()).toString("base64");
  return decoder.evaluate(
    async ([text, [red, green, blue]]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue) < 60) count++;
      }
      return count;
    },
    [image, colour],
  );
}
const tour = [0x0f, 0x76, 0x6e];
const fresh = [0xc2, 0x41, 0x0c];
const host = (page) => page.locator(".draw-host");
const change = (page) => page.evaluate(() => window.drawing.change(20, 60));

await tried("changed edges are highlighted for a second", "n=100", async (page) => {
  assert.ok((await pixels(page, tour)) > 1000, "the tour is not drawn");
  assert.equal(await pixels(page, fresh), 0);
  await change(page);
  await page.clock.runFor(100);
  assert.ok((await pixels(page, fresh)) > 100, "nothing is highlighted");
  await page.clock.runFor(1500);
  assert.equal(await pixels(page, fresh), 0);
});

await tried("without motion they do not fade, but go as well", "n=100", async (page) => {
  await change(page);
  await page.clock.runFor(900);
  assert.ok((await pixels(page, fresh)) > 100, "nothing is highlighted");
  await page.clock.runFor(700);
  assert.equal(await pixels(page, fresh), 0);
}, { reducedMotion: "reduce" });

await tried("a quiet drawing highlights nothing", "n=100&quiet", async (page) => {
  await change(page);
  await page.clock.runFor(100);
  assert.equal(await pixels(page, fresh), 0);
});

await tried("a lost context comes back with the drawing", "n=100", async (page) => {
  await page.evaluate(() => {
    window.lost = document.querySelectorAll(".draw-host canvas")[1].getContext("webgl2").getExtension("WEBGL_lose_context");
    window.lost.loseContext();
  });
  await page.getByText("The graphics device was lost").waitFor();
  await page.evaluate(() => window.lost.restoreContext());
  await page.waitForFunction(() => !document.querySelectorAll(".draw-host canvas")[1].getContext("webgl2").isContextLost());
  await page.clock.runFor(500);
  assert.ok((await pixels(page, tour)) > 1000, "the tour is gone");
});

await tried("keys and buttons move it, and fit shows everything again", "n=100", async (page) => {
  await page.keyboard.press("Tab"); // the frame of what has the focus is of the same colour
  await host(page).focus();
  const whole = await pixels(page, tour);
  for (const key of ["+", "+", "+", "ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
  await page.clock.runFor(500);
  assert.notEqual(await pixels(page, tour), whole);
  await page.keyboard.press("0");
  await page.clock.runFor(500);
  assert.equal(await pixels(page, tour), whole);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await host(page).focus();
  await page.clock.runFor(500);
  assert.notEqual(await pixels(page, tour), whole);
});

await tried("brackets step along a path from its start to its end", "n=5&open", async (page) => {
  await host(page).focus();
  for (let k = 0; k < 9; k++) await page.keyboard.press("]");
  await page.clock.runFor(200);
  await page.getByText("5 of 5 on the tour").waitFor();
  await page.keyboard.press("Escape");
  await page.clock.runFor(200);
  assert.equal(await page.getByText("on the tour").count(), 0);
});

await tried("a map has degrees, a scale in the chosen unit, and German figures", "n=50&shape=germany", async (page) => {
  const bar = page.getByRole("img", { name: /^Scale/ });
  assert.match(await bar.innerText(), /^\d+ km$/);
  await page.getByRole("button", { name: /change to miles/ }).click();
  await page.clock.runFor(200);
  assert.match(await bar.innerText(), /^\d+ mi$/);
  await host(page).focus();
  await page.keyboard.press("]");
  await page.clock.runFor(200);
  await page.getByText(/^\d+,\d+° N, \d+,\d+° E$/).waitFor();
}, { locale: "de-DE" });

await tried("nothing is in the way of anybody", "n=50&shape=germany&open", async (page) => {
  await page.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"));
  await page.clock.resume();
  const { violations } = await page.evaluate(() => window.axe.run(".tourview"));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
});

assert.deepEqual(faults, []);
await browser.close();
server.close();
