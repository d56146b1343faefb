// solve --view: the page of one run, without a service.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Visit } from "../browser.mjs";
import { command, temporary } from "../command.mjs";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";
import { until } from "../until.mjs";
import { shown, state } from "../view.mjs";

const scene = stage();

scene("the address of solve --view opens its run, once", async ({ browser }) => {
  const folder = temporary("view");
  writeFileSync(join(folder, "seen.tsp"), uniform(1000));
  const solving = spawn(command(), ["solve", "seen.tsp", "--view", "--no-browser", "--stay", "--time-limit", "1h", "-o", "seen.tour"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  solving.stderr.on("data", (text) => (said += text));
  try {
    const address = new URL(await until("the address", () => /view (http:\S+)/.exec(said)?.[1]));
    const visits = [];
    for (let i = 0; i < 2; i++) visits.push(await Visit.begin(browser, { url: address.origin }, { allow: i === 0 ? [] : [/refusal: 401/] }));
    const [first, second] = visits;
    await first.page.goto(address.href);
    await state(first.page, "running");
    await shown(first.page, "Steps");
    assert.ok(!first.page.url().includes("code"), "the code is not kept in the address");
    await second.page.goto(address.href);
    await second.page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.deepEqual(visits.flatMap((visit) => visit.faults), []);
    await Promise.all(visits.map((visit) => visit.end()));
  } finally {
    const ended = once(solving, "exit");
    solving.kill("SIGKILL");
    await ended;
  }
});
