// User actions on the pages, and what the pages show.
import { createHash } from "node:crypto";
import { until } from "./until.mjs";

// drop drops a file on the page.
export async function drop(page, name, content) {
  const transfer = await page.evaluateHandle(
    ([file, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], file));
      return data;
    },
    [name, content],
  );
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("main", type, { dataTransfer: transfer });
}

// form returns the settings form of the page for a new job.
export const form = (page) => page.getByRole("form", { name: "How to solve it" });

// solve fills in the form by its labels, presses Run and returns the id of the job.
export async function solve(page, fields = {}) {
  for (const [label, value] of Object.entries(fields)) await fill(form(page).getByLabel(label, { exact: true }), value);
  await form(page).getByRole("button", { name: "Run" }).click();
  await page.waitForURL("**/jobs/*");
  return new URL(page.url()).pathname.split("/").at(-1);
}

// fill expands the section of a field, and types or selects.
async function fill(field, value) {
  await field.evaluate((element) => {
    for (let box = element.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
  });
  if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
  else await field.fill(value);
}

// state waits until the page shows a state of the job.
export async function state(page, wanted) {
  await page.locator("main .pagehead .state", { hasText: wanted }).waitFor();
}

// figure returns one of the figures of a run as text.
export function figure(page, label) {
  return page.evaluate((wanted) => {
    const caption = [...document.querySelectorAll("main .figure dt")].find((each) => each.textContent === wanted);
    return caption?.nextElementSibling?.firstChild?.textContent ?? "";
  }, label);
}

// numberOf reads a number in English or German notation.
export function numberOf(text, locale = "en-GB") {
  const [group, point] = locale.startsWith("de") ? [".", ","] : [",", "."];
  return Number(text.replaceAll(group, "").replace(point, "."));
}

// shown waits until a figure satisfies a condition, and returns it.
export async function shown(page, label, wanted = (value) => value > 0) {
  let value = NaN;
  await until(`the figure ${label}`, async () => {
    const text = await figure(page, label);
    value = text === "" ? NaN : numberOf(text);
    return wanted(value);
  });
  return value;
}

// pixels returns a short hash of the drawing.
export async function pixels(page) {
  const shot = await page.locator(".draw-host").screenshot();
  return createHash("sha256").update(shot).digest("hex").slice(0, 12);
}

// tours records the versions of the tour that the page has received.
export function tours(page) {
  const tags = new Set();
  page.on("response", (response) => {
    if (response.url().endsWith("/tour") && response.status() === 200) tags.add(response.headers().etag);
  });
  return tags;
}

// saved clicks on a download, and returns its name and bytes.
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const pieces = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(pieces) };
}
