// A new job: from a file, from coordinates, from a shape; and its errors.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";
import { drop, figure, form, solve, state } from "../view.mjs";

const scene = stage();
const refused = { allow: [/refusal: 4\d\d POST/] };

scene("a dropped file is read and solved", async ({ service, page, open }) => {
  await open();
  await drop(page, "dropped.tsp", uniform(100));
  await page.getByText("100 cities").waitFor();
  const id = await solve(page, { "Time limit": "2s", Seed: "18446744073709551615" });
  await state(page, "done");
  const text = await (await service.ask(`/v1/jobs/${id}`)).text();
  assert.match(text, /"seed":\s*18446744073709551615/, "all digits of the seed arrive");
  await page.getByText("18446744073709551615").first().waitFor();
});

scene("a table shows its columns, its places and its names before it is solved", async ({ service, page, open }) => {
  await open();
  await drop(page, "kunden.csv", "Kunde,Breitengrad,Längengrad\nNord,53.6,10\nSüd,53.4,9.9\nWest,53.5,9.7\nOst,53.5,10.2\nMitte,53.5,10\n");
  await page.getByText("Columns: lat = Breitengrad, lon = Längengrad, name = Kunde").waitFor();
  await page.getByRole("rowheader", { name: "Süd" }).waitFor();
  await page.getByRole("application", { name: /Places of kunden/ }).waitFor();
  const names = await page.locator("datalist option").evaluateAll((options) => options.map((option) => option.value));
  assert.deepEqual(names, ["Nord", "Süd", "West", "Ost", "Mitte"]);
  const id = await solve(page, { Start: "West", End: "Ost", "Time limit": "2s" });
  const job = await service.finished(id);
  const { stops } = await service.json(`/v1/jobs/${id}/stops`);
  assert.deepEqual([job.spec.route, stops[0].name, stops.at(-1).name], [{ start: "West", end: "Ost" }, "West", "Ost"]);
});

scene("a matrix has a unit, a start and all algorithms", async ({ service, page, open }) => {
  await open();
  await page.locator("summary", { hasText: "Reading options" }).waitFor({ state: "detached" });
  await drop(page, "times.csv", "name,A,B,C\nA,0,5,9\nB,6,0,7\nC,9,7,0\n");
  await page.getByText("3 cities").waitFor();
  await page.locator("summary", { hasText: "Reading options" }).click();
  await page.getByLabel("Unit of distances").selectOption("min");
  await page.getByRole("button", { name: "Read the file again" }).click();
  await page.getByText("distances in min").waitFor();
  const id = await solve(page, { Start: "C", Algorithm: "ils", "Time limit": "1s" });
  const job = await service.finished(id);
  assert.deepEqual([job.instance.unit, job.spec.settings.algorithm, job.spec.route.start], ["min", "ils", "C"]);
  await page.getByRole("rowheader", { name: "back to C" }).waitFor();
  await page.getByText("--unit min").waitFor();
  assert.match(await figure(page, "Cost"), / min$/);
});

scene("coordinates with decimal commas are pasted", { locale: "de-DE" }, async ({ service, page, open }) => {
  await open();
  await page.getByText("Coordinates", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "Coordinates" }).fill("Hamburg; 53,5511; 9,9937\nBerlin; 52,5200; 13,4050\nMünchen; 48,1351; 11,5820\nKöln; 50,9375; 6,9603");
  assert.equal(await page.getByLabel("The numbers are").inputValue(), "latitude, longitude");
  await page.getByRole("button", { name: "Use these places" }).click();
  await page.getByText("4 cities").waitFor();
  const id = await solve(page);
  const job = await service.finished(id);
  assert.ok(job.digest.cost > 1_000_000 && job.digest.cost < 2_500_000, `a tour of Germany in metres, found ${job.digest.cost}`);
});

scene("an instance is generated", async ({ service, page, open }) => {
  await open();
  await page.getByText("Generated", { exact: true }).click();
  await page.getByLabel("Shape").selectOption("clustered");
  await page.getByLabel("Cities").fill("150");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("150 cities").waitFor();
  const id = await solve(page, { "Time limit": "1s" });
  const job = await service.finished(id);
  assert.equal(job.instance.n, 150);
});

scene("errors of a file are shown with the form's labels", refused, async ({ service, page, open }) => {
  const content = "name,lat,lon\nA,91.5,10\nB,50,11\n";
  const answer = await fetch(`${service.url}/v1/instances?file=wrong.csv`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: content });
  const { detail } = await answer.json();
  await open();
  await drop(page, "wrong.csv", content);
  const said = detail.replace("reading.skip_invalid", "“Skip rows without a valid place”");
  assert.notEqual(said, detail);
  await page.getByRole("alert").filter({ hasText: said }).waitFor();
  assert.ok(await form(page).getByRole("button", { name: "Run" }).isDisabled());
});

scene("the error of a field is shown beside it", refused, async ({ service, page, open }) => {
  const content = uniform(20);
  await open();
  await drop(page, "a.tsp", content);
  await page.getByText("20 cities").waitFor();
  await form(page).locator("summary", { hasText: "Algorithm" }).click();
  await form(page).getByLabel("Algorithm").selectOption("ils");
  await form(page).locator("summary", { hasText: "Parameters" }).click();
  for (const [label, value, settings] of [
    ["Time limit", "soon", { time_limit: "soon" }],
    ["neighbours", "-3", { params: { neighbours: "-3" } }],
  ]) {
    const answer = await fetch(`${service.url}/v1/jobs`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ file: "a.tsp", content, settings: { algorithm: "ils", ...settings } }),
    });
    const { errors } = await answer.json();
    const words = errors[0].detail.replace(`${errors[0].field}: `, ""); // beside a field, its name is not repeated
    const field = form(page).getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill(value);
    await form(page).getByRole("button", { name: "Run" }).click();
    await form(page).getByRole("alert").filter({ hasText: words }).waitFor();
    const beside = await field.evaluate((input) => input.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).join(" "));
    assert.ok(beside.includes(words), `${label}: expected beside it ${words}, found ${beside}`);
    await field.fill(before);
  }
});

scene("a job can be started with the keyboard alone", async ({ page, open }) => {
  await open();
  const focused = () => page.evaluate(() => document.activeElement?.closest("label")?.textContent?.trim() || document.activeElement?.getAttribute("aria-label") || document.activeElement?.textContent?.trim() || "");
  const to = async (label) => {
    for (let presses = 0; presses < 60; presses++) {
      if (new RegExp(`^${label}\\b`).test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${label}`);
  };
  await to("File");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await to("Generate");
  await page.keyboard.press("Enter");
  await page.getByText("1,000 cities").waitFor();
  await to("Run");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/jobs/*");
  await page.getByRole("button", { name: "Stop and keep the best" }).waitFor();
  await to("Stop and keep the best");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await to("Stop and keep the best");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
