// A million cities: the time to draw them, the frame rate, the memory of the tab, and the cost of
// viewers for the server. The worker is a separate process, so that the server's share can be measured.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, Visit } from "./browser.mjs";
import { command, generated } from "./command.mjs";
import { crowd, processorSeconds } from "./watchers.mjs";
import { Service } from "./service.mjs";
import { until } from "./until.mjs";

const cities = Number(process.env.CITIES ?? 1_000_000);
const seconds = Number(process.env.SECONDS ?? 30);
const watchers = Number(process.env.WATCHERS ?? 20);

const service = await Service.start("--slots", "0", "--engine-listen", "127.0.0.1:0");
const worker = await startWorker(service);
const browser = await launch();
try {
  const job = await begin(service);
  report("page", await page(service, browser, job));
  report("server without watchers", await idle(service));
  report(`server with ${watchers} watchers`, await crowd(service, job, { watchers, seconds, every: 1000 }));
} finally {
  await browser.close();
  worker.kill("SIGKILL");
  await service.stop();
}

function report(what, figures) {
  const rounded = Object.entries(figures).map(([name, value]) => [name, typeof value === "number" ? Number(value.toPrecision(4)) : value]);
  process.stdout.write(`${what}: ${JSON.stringify(Object.fromEntries(rounded))}\n`);
}

async function startWorker(service) {
  const ready = join(service.folder, "worker");
  const engine = readFileSync(join(service.folder, "ready"), "utf8").split("\n")[1];
  const worker = spawn(
    command(),
    ["worker", "--server", engine, "--keys", join(service.folder, "data", "worker.key"), "--ready-file", ready, "--slots", "1", "--threads", "1"],
    { stdio: "ignore" },
  );
  process.once("exit", () => worker.kill("SIGKILL"));
  await until("the worker", () => existsSync(ready));
  return worker;
}

// begin uploads the cities and solves them for longer than the measurement.
async function begin(service) {
  const file = `uniform${cities}.tsp`;
  const { hash } = await service.json(`/v1/instances?file=${file}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: Buffer.from(generated("uniform", cities)),
  });
  const { id } = await service.submit({ file, instance: hash, settings: { time_limit: "20m", seed: 1 } });
  await until("a first tour", async () => (await fetch(`${service.url}/v1/jobs/${id}/tour`)).ok, 600_000);
  return id;
}

// idle returns the server's processor time without viewers.
async function idle(service) {
  const before = processorSeconds(service.pid);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return { seconds, processorSeconds: processorSeconds(service.pid) - before };
}

async function page(service, browser, job) {
  const visit = await Visit.begin(browser, service, { allow: [/refusal/] });
  await visit.open(`/jobs/${job}`);
  const drawing = visit.page.locator(".draw-host");
  await drawing.waitFor({ timeout: 300_000 });
  const figures = { ...(await firstDraw(visit.page, drawing)), ...(await panning(visit.page, drawing)), ...(await memory(browser, visit.page)) };
  if (visit.faults.length > 0) figures.faults = visit.faults;
  await visit.end();
  return figures;
}

// firstDraw returns the time from the last byte of the data until the tour is visible: until then, a
// screenshot of the drawing is as small as an empty one.
async function firstDraw(page, drawing) {
  const something = 50_000; // bytes
  await until("the first drawing", async () => (await drawing.screenshot()).length > something, 300_000);
  const seen = Date.now();
  const arrived = await page.evaluate(() => {
    const end = (what) => performance.getEntriesByType("resource").find((entry) => entry.name.endsWith(`/${what}`))?.responseEnd ?? 0;
    return performance.timeOrigin + Math.max(end("places"), end("tour"));
  });
  return { secondsToFirstDraw: (seen - arrived) / 1000 };
}

// panning drags the tour for some seconds, one move per frame, and counts frames.
async function panning(page, canvas) {
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = page.evaluate(
    () =>
      new Promise((resolve) => {
        const times = [];
        const frame = (now) => {
          times.push(now);
          if (now - times[0] < 10_000) requestAnimationFrame(frame);
          else resolve(times);
        };
        requestAnimationFrame(frame);
      }),
  );
  let done = false;
  void frames.finally(() => (done = true));
  for (let i = 0; !done; i++) await page.mouse.move(x + 150 * Math.sin(i / 10), y + 150 * Math.cos(i / 10));
  await page.mouse.up();
  const times = await frames;
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return { framesPerSecond: (1000 * (times.length - 1)) / (times.at(-1) - times[0]), slowestTwentiethMilliseconds: gaps[Math.floor(gaps.length * 0.95)] };
}

// memory returns the JavaScript heap of the tab, and the memory of its process.
async function memory(browser, page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const heap = metrics.find((metric) => metric.name === "JSHeapUsedSize").value;
  const { processInfo } = await (await browser.newBrowserCDPSession()).send("SystemInfo.getProcessInfo");
  const megabytes = (type) =>
    Math.max(...processInfo.filter((process) => process.type === type).map(({ id }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1]) / 1024));
  return { heapMegabytes: heap / 1e6, tabMegabytes: megabytes("renderer"), drawingProcessMegabytes: megabytes("GPU") };
}
