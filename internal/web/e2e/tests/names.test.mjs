// Names are always shown as text.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";
import { saved } from "../view.mjs";

const scene = stage();
const [file, label, city] = ["<img src=x onerror=alert(1)>.csv", "<script>alert(2)</script>", '"><svg onload=alert(3)>'];
const content = `name,lat,lon\n"${city.replaceAll('"', '""')}",52.52,13.40\n<b>Hamburg</b>,53.55,9.99\n'Köln' & Co,50.94,6.96\nMünchen,48.14,11.58\n`;

// harmless asserts that no name became an element.
async function harmless(page, where) {
  const found = await page.evaluate(() => document.querySelectorAll("img[src=x], body script, svg[onload], main b b, [onerror]").length);
  assert.equal(found, 0, `${where}: a name has become an element`);
}

scene("names with markup are shown as text on every page", async ({ service, page, open }) => {
  const job = await service.solved(file, content, { max_steps: 3, seed: 1 }, { label });
  const other = await service.solved(file, content, { max_steps: 3, seed: 2 });
  for (const path of ["/", "/jobs", `/jobs/${job.id}`, `/compare?job=${job.id}&job=${other.id}`]) {
    await open(path);
    for (const name of path.startsWith("/compare") ? [file] : [label, file]) await page.getByText(name).first().waitFor();
    await harmless(page, path);
  }
  await open(`/jobs/${job.id}`);
  await page.locator(".draw-host").focus();
  await page.locator('.draw-host[aria-busy="false"]').waitFor(); // there is a tour to step along
  const names = new Set();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("]");
    const named = await page.waitForFunction((seen) => {
      const text = document.querySelector(".draw-tip strong")?.textContent ?? "";
      return text !== "" && !/^City \d/.test(text) && !seen.includes(text) && text; // a number stands there until the name comes
    }, [...names]);
    names.add(await named.jsonValue());
  }
  assert.ok(names.has(city), `cities were ${[...names].join(" | ")}`);
  await harmless(page, "the name of a city");
});

scene("names with markup are text in downloads", async ({ service, browser, page, open }) => {
  const job = await service.solved(file, content, { max_steps: 3, seed: 1 });
  await open(`/jobs/${job.id}`);
  const get = async (what) => (await saved(page, page.getByRole("button", { name: `Download ${what}:` }))).bytes.toString("utf8");
  const names = JSON.parse(await get("GeoJSON")).features.map((feature) => feature.properties?.name);
  assert.ok(names.includes(city), JSON.stringify(names));
  const [gpx, svg] = [await get("GPX"), await get("SVG")];
  const found = await page.evaluate((text) => [...new DOMParser().parseFromString(text, "application/xml").querySelectorAll("name, parsererror")].map((each) => each.textContent), gpx);
  assert.ok(found.includes(city), JSON.stringify(found));
  const alone = await browser.newPage();
  alone.on("dialog", (dialog) => assert.fail(`the drawing says ${dialog.message()}`));
  await alone.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
  assert.equal(await alone.evaluate(() => document.documentElement.localName), "svg");
  assert.equal(await alone.evaluate(() => document.querySelectorAll("script, img, [onload], [onerror], foreignObject, parsererror").length), 0);
  await alone.close();
});
