// A run: watched, stopped, replayed, downloaded, repeated.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, temporary } from "../command.mjs";
import { stage } from "../harness.mjs";
import { germany, uniform } from "../instances.mjs";
import { until } from "../until.mjs";
import { drop, figure, numberOf, pixels, saved, shown, solve, state, tours } from "../view.mjs";

const scene = stage();

scene("a tour changes live, and stopping keeps the best", async ({ service, page, open }) => {
  const versions = tours(page);
  await open();
  await drop(page, "watched.tsp", uniform(5000));
  const id = await solve(page, { Algorithm: "ils", heat: "0", "Time limit": "1h" });
  await state(page, "running");
  await until("a first drawing", () => versions.size > 0);
  const before = await pixels(page);
  await until("another tour", () => versions.size > 2);
  await until("another drawing", async () => (await pixels(page)) !== before);
  const seen = await shown(page, "Cost");
  await page.getByRole("button", { name: "Stop and keep the best" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop and keep the best" }).click();
  await page.getByText("the best solution was kept").waitFor();
  const job = await service.finished(id);
  assert.ok(job.digest.cost <= seen, `stopped at ${job.digest.cost}, after ${seen} was seen`);
  assert.equal(await shown(page, "Cost", (value) => value === job.digest.cost), job.digest.cost);
  const result = await service.json(`/v1/jobs/${id}/result`);
  assert.equal(result.cost ?? result.Cost, job.digest.cost);
});

scene("downloads equal the API's responses", async ({ service, page, open }) => {
  const { id } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 });
  await open(`/jobs/${id}`);
  for (const [format, label] of [["tour", ".tour"], ["json", "JSON"], ["csv", "CSV"], ["geojson", "GeoJSON"], ["gpx", "GPX"], ["svg", "SVG"], ["png", "PNG"], ["kml", "KML"], ["xlsx", "Excel"], ["html", "Page to print"]]) {
    const { name, bytes } = await saved(page, page.getByRole("button", { name: `Download ${label}:` }));
    const answer = await service.bytes(`/v1/jobs/${id}/download?format=${format}`);
    assert.ok(bytes.length > 100 && bytes.equals(answer), `${format}: ${bytes.length} bytes were saved, ${answer.length} answered`);
    assert.equal(name, format === "csv" ? "germany-result.csv" : `germany.${format}`); // that of the instance stays
    if (format === "json") assert.ok(bytes.equals(await service.bytes(`/v1/jobs/${id}/result`)));
  }
  const { bytes } = await saved(page, page.getByRole("button", { name: "Download the instance" }));
  assert.equal(bytes.toString("utf8"), germany);
});

scene("the list has the legs, and a click shows a stop on the map", async ({ service, page, open }) => {
  const { id, digest } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 });
  const { stops } = await service.json(`/v1/jobs/${id}/stops`);
  assert.equal(stops.at(-1).total, digest.cost);
  await open(`/jobs/${id}`);
  await page.getByRole("button", { name: /change to kilometres/ }).click();
  const list = page.getByRole("region", { name: "Stops in order" });
  const km = (metres) => `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 }).format(metres / 1000)} km`;
  await list.getByRole("row").last().getByText(km(digest.cost)).waitFor();
  await page.getByText(/in straight lines/).waitFor();
  await page.locator('.draw-host[aria-busy="false"]').waitFor();
  await list.getByRole("button", { name: stops[7].name }).click();
  await page.locator(".draw-tip").getByText(stops[7].name).waitFor();
  await page.locator(".draw-tip").getByText(`8 of ${stops.length - 1} on the tour`).waitFor();
});

scene("warnings about the file stay on the page of the run", async ({ service, page, open }) => {
  const { id } = await service.solved("bad.csv", `${germany}Nowhere,x,10\n`, { max_steps: 5, seed: 1 }, { reading: { skip_invalid: true } });
  await open(`/jobs/${id}`);
  await page.getByRole("list", { name: "Notes on the file" }).getByText(/bad\.csv:54: lat/).waitFor();
});

scene("a printed run is its figures and all of its stops", async ({ service, page, open }) => {
  const { id } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 });
  await open(`/jobs/${id}`);
  await page.getByRole("rowheader", { name: /back to/ }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("region", { name: "Convergence" }).isVisible(), false);
  assert.ok(await page.getByRole("rowheader", { name: /back to/ }).isVisible());
  const cut = await page.locator(".run-order .scroll").evaluate((box) => box.scrollHeight - box.clientHeight);
  assert.equal(cut, 0, "no stop is cut off");
});

scene("the page to print has 47 stops on two sheets of paper", async ({ service, browser }) => {
  const rows = germany.trim().split("\n").slice(0, 48).join("\n");
  const { id } = await service.solved("day.csv", `${rows}\n`, { max_steps: 5, seed: 1 });
  const alone = await browser.newPage();
  await alone.setContent(String(await service.bytes(`/v1/jobs/${id}/download?format=html`)));
  const pdf = await alone.pdf({ format: "A4" });
  await alone.close();
  assert.equal((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length, 2);
});

scene("the replay shows earlier tours and their figures", async ({ service, page, open }) => {
  const { id, digest } = await service.solved("replay.tsp", uniform(1000), { max_steps: 60, seed: 1 });
  await open(`/jobs/${id}`);
  const slider = page.getByRole("slider", { name: "Improvement" });
  await slider.waitFor();
  const cost = async () => numberOf((await page.locator(".replay-at b").textContent()).trim());
  const count = Number(await slider.getAttribute("max")) + 1;
  assert.ok(count > 2, `${count} improvements were recorded`);
  await until("the cost of the result", async () => (await cost()) === Math.round(digest.cost));
  const last = await pixels(page);
  await slider.focus();
  await page.keyboard.press("Home");
  await until("an earlier drawing", async () => (await pixels(page)) !== last);
  const first = await cost();
  assert.ok(first > digest.cost, `at first ${first}, at last ${digest.cost}`);
  await page.getByRole("button", { name: "Next improvement" }).click();
  await until("the next improvement", async () => (await cost()) < first);
  await page.getByLabel("Speed of the replay").selectOption("Fast");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until("the end of the replay", async () => (await cost()) === Math.round(digest.cost));
  await until("the last drawing again", async () => (await pixels(page)) === last);
});

scene("cities show their names, and the drawing follows the keyboard", async ({ service, page, open }) => {
  const { id } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 }, { route: { start: "Flensburg", end: "Konstanz" } });
  await open(`/jobs/${id}`);
  const drawing = page.locator(".draw-host");
  await drawing.focus();
  await page.keyboard.press("]");
  await page.locator(".draw-tip").getByText("Flensburg").waitFor();
  await page.locator(".draw-tip").getByText(/ mi to the next/).waitFor();
  await page.getByRole("button", { name: /change to kilometres/ }).click();
  await drawing.focus();
  await page.keyboard.press("]");
  await page.locator(".draw-tip").getByText(/ km to the next/).waitFor();
  const before = await pixels(page);
  await drawing.focus();
  await page.keyboard.press("+");
  await until("a closer look", async () => (await pixels(page)) !== before);
});

scene("the displayed command line finds the same solution", async ({ service, page, open }) => {
  const { id, digest } = await service.solved("again.csv", germany, { max_steps: 20, seed: 7 });
  await open(`/jobs/${id}`);
  await page.getByRole("button", { name: "Copy: Command line of this run" }).click();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  const folder = temporary("again");
  writeFileSync(join(folder, "again.csv"), germany);
  const [program, ...words] = line.split(" ");
  assert.equal(program, "tourmaline");
  execFileSync(command(), [...words, "-q", "-o", "again.json"], { cwd: folder, stdio: "pipe" });
  const again = JSON.parse(readFileSync(join(folder, "again.json"), "utf8"));
  assert.equal(again.cost, digest.cost);
  await page.getByRole("link", { name: "Open as a new run" }).click();
  await page.getByRole("region", { name: "What to solve" }).getByText("52 cities").waitFor();
  assert.equal(await page.getByLabel("Seed", { exact: true }).first().inputValue(), "7");
});

for (const [locale, cost] of [["de-DE", /^\d{1,3}(\.\d{3})+$/], ["en-GB", /^\d{1,3}(,\d{3})+$/]]) {
  scene(`numbers are written as in ${locale}`, { locale }, async ({ service, page, open }) => {
    const { id, digest } = await service.solved("numbers.tsp", uniform(100), { max_steps: 5, seed: 1 });
    await open(`/jobs/${id}`);
    const text = await until("the cost", () => figure(page, "Cost"));
    assert.match(text, cost);
    assert.equal(numberOf(text, locale), digest.cost);
  });
}

scene("lengths are rounded for display, also in German", { locale: "de-DE" }, async ({ service, page, open }) => {
  const { id, digest } = await service.solved("germany.csv", germany, { max_steps: 5, seed: 1 });
  await open(`/jobs/${id}`);
  const text = await until("the length", () => figure(page, "Length"));
  assert.match(text, /^\d\.\d{3}\s?km$/);
  assert.equal(numberOf(text.replace(/\s?km/, ""), "de-DE"), Math.round(digest.cost / 1000));
});
