// The documentation: pages and their search, served and opened as files, without other hosts.
// SCREENS=folder saves screenshots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { barriers } from "../axe.mjs";
import { launch, Visit } from "../browser.mjs";
import { temporary } from "../command.mjs";
import { serveFolder } from "../folder.mjs";

const root = join(import.meta.dirname, "../../../..");
const folder = temporary("site");
let host, browser;
before(async () => {
  execFileSync("go", ["-C", join(root, "tools/site"), "run", ".", "-root", root, "-out", folder], { stdio: ["ignore", "ignore", "inherit"] });
  [host, browser] = await Promise.all([serveFolder(folder, "/docs/"), launch()]);
});
after(async () => {
  await browser?.close();
  host?.close();
});

// visit opens the first page. It fails if a page contacts another origin or reports an error.
function visit(name, options, body) {
  test(name, async () => {
    const visit = await Visit.begin(browser, host, options);
    try {
      await visit.open("/docs/");
      await body(visit.page, visit);
      assert.deepEqual(visit.faults, [], "the page did what it must not do");
    } finally {
      await visit.end();
    }
  });
}

async function search(page, words) {
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill(words);
  await page.locator("#found h1").waitFor();
}

visit("a search leads to a heading, and back to the text", {}, async (page) => {
  await search(page, "stops not served");
  await page.locator("#found a").first().click();
  await page.waitForURL(/questions\.html#why-are-some-stops-not-served$/);
  assert.ok(await page.locator("article").isVisible());
  await search(page, "served");
  assert.ok(!(await page.locator("article").isVisible()));
  assert.match(await page.locator("#found mark").first().textContent(), /served/i);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("article").isVisible());
});

visit("words that do not occur are said to be missing", {}, async (page) => {
  await search(page, "tourmaline quxquux");
  assert.equal(await page.locator("#found h1").textContent(), "Nothing found");
  await search(page, "(*[");
  assert.match(await page.locator("#found h1").textContent(), /found$/);
});

visit("flags, requests and Go names are found", {}, async (page) => {
  for (const [words, address] of [
    ["solve merge-duplicates", "reference.html#tourmaline-solve"],
    ["POST /v1/jobs", "http.html#post-v1jobs"],
    ["func DefaultTimeLimit", "go/tourmaline.html#DefaultTimeLimit"],
  ]) {
    await search(page, words);
    const addresses = await page.locator("#found a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.ok(addresses.includes(address), `${words}: ${addresses.join(" ")}`);
  }
});

// Without a server, scripts cannot read files, so the index is a script. Nothing is requested from
// the network.
test("the search works in files that are opened without a server", async () => {
  const context = await browser.newContext({ offline: true });
  try {
    const page = await context.newPage();
    const elsewhere = [];
    page.on("request", (request) => request.url().startsWith("file:") || elsewhere.push(request.url()));
    await page.goto(`file://${join(folder, "adr/index.html")}`);
    await search(page, "OSRM roads");
    await page.locator("#found a").first().click();
    await page.waitForURL(/^file:.*\.html/);
    assert.deepEqual(elsewhere, []);
  } finally {
    await context.close();
  }
});

const pages = ["", "questions.html", "vehicles.html", "http.html", "go/tourmaline.html", "overview.html"];
for (const theme of ["light", "dark"]) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    visit(`no barriers, ${theme}, ${width} pixels wide`, { theme, width, height, policy: false }, async (page, visit) => {
      for (const name of pages) {
        await visit.open(`/docs/${name}`);
        assert.deepEqual(await barriers(page), [], name);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} is wider than the window`);
        if (process.env.SCREENS) await page.screenshot({ path: join(process.env.SCREENS, `site-${name.replace(/\W/g, "-") || "start"}-${width}-${theme}.png`) });
      }
      await search(page, "time windows");
      assert.deepEqual(await barriers(page), [], "the results of a search");
      if (process.env.SCREENS) await page.screenshot({ path: join(process.env.SCREENS, `site-search-${width}-${theme}.png`) });
    });
  }
}
