// The list of jobs, and their comparison.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";

const scene = stage();
const number = (value) => new Intl.NumberFormat("en-GB").format(value);

scene("jobs are listed with their states and workers, and cancelled there", async ({ service, page, open }) => {
  const { id } = await service.submit({ file: "listed.tsp", content: uniform(500), settings: { time_limit: "1h", seed: 1 }, label: "too long" });
  await open("/jobs");
  const row = page.getByRole("row").filter({ hasText: "too long" });
  await row.locator(".state", { hasText: "running" }).waitFor();
  await page.getByRole("heading", { name: "Workers" }).waitFor();
  const [worker] = (await service.json("/v1/workers")).workers;
  await page.getByText(worker.name, { exact: true }).first().waitFor();
  await row.getByRole("button", { name: "Cancel too long" }).click();
  await page.getByRole("button", { name: "Cancel the job" }).click();
  const job = await service.finished(id);
  await row.locator(".state", { hasText: job.state }).waitFor();
  await row.getByText(number(job.digest.cost)).waitFor();
});

scene("jobs that have ended are deleted", async ({ service, page, open }) => {
  const { id } = await service.solved("old.tsp", uniform(50), { max_steps: 1, seed: 1 }, { label: "an old one" });
  await open("/jobs");
  await page.getByRole("button", { name: "Delete an old one" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the job" }).click();
  await page.getByText("an old one was deleted.").waitFor();
  await page.getByRole("row").filter({ hasText: "an old one" }).waitFor({ state: "detached" });
  assert.equal((await fetch(`${service.url}/v1/jobs/${id}`)).status, 404);
  assert.equal(await page.getByRole("heading", { name: /Usage/ }).count(), 0, "one user without a quota sees no quota");
});

scene("two runs are compared", async ({ service, page, open }) => {
  const content = uniform(200);
  const runs = [];
  for (const [algorithm, seed] of [["ils", 1], ["ils", 2], ["greedy", 1]]) {
    runs.push(await service.solved("compared.tsp", content, { algorithm, max_steps: 3, seed }, { label: `${algorithm} with ${seed}` }));
  }
  await open("/jobs");
  for (const run of runs) await page.getByRole("checkbox", { name: `Select ${run.label}` }).check();
  await page.getByRole("button", { name: "Compare 3" }).click();
  await page.waitForURL((url) => runs.every((run) => url.searchParams.getAll("job").includes(run.id)));
  const arena = page.getByRole("region", { name: "compared.tsp" });
  for (const run of runs) await arena.getByText(number(run.digest.cost)).first().waitFor();
  await arena.locator("canvas").first().waitFor();
  const rows = await arena.getByRole("row").allTextContents();
  const [first, second] = [rows.findIndex((row) => row.startsWith("ils") || row.includes("ils")), rows.findIndex((row) => row.includes("greedy"))];
  assert.ok(first >= 0 && first < second, `the better one is first: ${JSON.stringify(rows)}`);
});
