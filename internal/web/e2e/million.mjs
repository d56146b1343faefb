// Measures the drawing of a large tour in headless Chromium with software WebGL: the first
// complete draw, frames requested while panning and zooming, and the memory of the tab.
//
//	node million.mjs FOLDER [cities]
//
// FOLDER is the output of 'go run ./web -tests FOLDER' in tools.
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { serveBundled } from "./bundled.mjs";

const [folder, cities = "1000000"] = process.argv.slice(2);
const seconds = 5;

const server = await serveBundled(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
await page.goto(`${server.url}/drawing?n=${cities}`);

// cpu returns the processor time of the page and its graphics since the last call. Unlike wall time,
// it hardly depends on other load.
const processes = await browser.newBrowserCDPSession();
let before = new Map();
async function cpu(name) {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  const took = processInfo.filter(({ type }) => type !== "browser").map(({ type, id, cpuTime }) => `${type} ${(1000 * (cpuTime - (before.get(id) ?? 0))).toFixed(0)} ms`);
  before = new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
  if (name !== "") console.log(`  processor time of ${name}: ${took.join(", ")}`);
}

// The last frame is the one after which none was requested for a while.
await page.waitForFunction(() => performance.getEntriesByName("drawn").length > 0, null, { timeout: 60_000 });
const first = await page.evaluate(() => {
  const at = (name) => performance.getEntriesByName(name)[0].startTime;
  return { shown: at("shown") - at("data"), complete: at("drawn") - at("data") };
});
console.log(`first sight ${first.shown.toFixed(0)} ms, complete ${first.complete.toFixed(0)} ms after the data arrived`);
await cpu("first draw");

// move does something in each frame for some seconds and prints the number of frames and the longest
// one.
async function move(name, steps) {
  const times = page.evaluate(
    (ms) =>
      new Promise((done) => {
        const at = [performance.now()];
        const next = () => {
          at.push(performance.now());
          if (at[at.length - 1] - at[0] < ms) requestAnimationFrame(next);
          else done(at);
        };
        requestAnimationFrame(next);
      }),
    seconds * 1000,
  );
  await cpu("");
  await steps(Date.now() + seconds * 1000);
  const at = await times;
  const gaps = at.slice(1).map((time, k) => time - at[k]).sort((a, b) => a - b);
  const rate = (1000 * gaps.length) / (at[at.length - 1] - at[0]);
  const frames = gaps.length;
  console.log(`${name}: ${rate.toFixed(1)} frames a second, half within ${gaps[gaps.length >> 1].toFixed(0)} ms, 95% within ${gaps[Math.floor(0.95 * gaps.length)].toFixed(0)} ms, longest ${gaps[gaps.length - 1].toFixed(0)} ms`);
  await cpu(`${frames} frames`);
}

async function drag(end) {
  let turn = 0;
  await page.mouse.move(720, 450);
  await page.mouse.down();
  while (Date.now() < end) {
    turn += 0.05;
    await page.mouse.move(720 + 500 * Math.sin(turn), 450 + 300 * Math.sin(turn / 1.7));
  }
  await page.mouse.up();
}

async function wheel(end) {
  await page.mouse.move(720, 450);
  for (let k = 0; Date.now() < end; k++) await page.mouse.wheel(0, Math.floor(k / 20) % 2 === 0 ? -60 : 60);
}

await move("still", async () => {});
await move("panning", drag);
await page.mouse.move(720, 450);
for (let k = 0; k < 4; k++) await page.mouse.wheel(0, -200);
await page.waitForTimeout(3000);
await move("panning, zoomed in", drag);
await move("zooming", wheel);

// Another tour: the longest gap between two frames includes loading it.
await move("another tour", () => page.evaluate((n) => window.drawing.change(Math.floor(n / 3), Math.floor(n / 3) + 1000), Number(cities)));

await session.send("HeapProfiler.enable");
await session.send("HeapProfiler.collectGarbage");
const { metrics } = await session.send("Performance.getMetrics");
const heap = metrics.find((metric) => metric.name === "JSHeapUsedSize").value;
const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
for (const { type, id } of processInfo) {
  const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  const of = (name) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, "m"))?.[1] ?? 0) / 1024;
  if (type === "renderer" || type === "GPU") console.log(`${type}: resident ${of("Rss").toFixed(0)} MB, its own ${of("Pss").toFixed(0)} MB`);
}
console.log(`JavaScript heap ${(heap / 2 ** 20).toFixed(0)} MB`);
await browser.close();
server.close();
