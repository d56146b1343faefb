import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { fields } from "../app/api/fields";
import type { Job } from "../app/api/types";
import { commandOf, whyNotExactly } from "../app/pages/run/command";
import { limitsOf } from "../app/pages/run/words";

if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] } });

// jobOf returns a finished job with these settings.
function jobOf(settings: object, others: object = {}): Job {
  return { spec: { file: "stops.csv", settings: { seed: 1, ...settings }, ...others }, digest: { termination: "stalled" } } as unknown as Job;
}

test("the command has every field of a job", () => {
  const job = jobOf(
    { algorithm: "ils", params: { lanes: "4", kick: "walk" }, seed: 0, time_limit: "1m30s", max_steps: 5, no_improvement: "2s", stall_steps: 7, target: 0, target_gap: 0.5 },
    { problem: "tsp", reading: { metric: "EUC_2D", columns: { x: "a=b", y: "3" }, skip_invalid: true }, route: { start: "St. Mary's", open: true } },
  );
  equal(
    commandOf(job),
    `tourmaline solve stops.csv --problem tsp --metric EUC_2D --columns '"x=a=b"' --columns y=3 --skip-invalid --start 'St. Mary'\\''s' --open ` +
      "--algorithm ils --param kick=walk --param lanes=4 --seed 0 --time-limit 1m30s --max-steps 5 --no-improvement 2s --stall-steps 7 --target 0 --target-gap 0.5%",
  );
});

test("the command of a job for several vehicles names a file for a table of vehicles", () => {
  equal(commandOf(jobOf({}, { fleet: { vehicles: 3, capacity: "boxes=70" }, schedule: { speed: 30 } })), "tourmaline solve stops.csv --vehicles 3 --capacity boxes=70 --speed 30 --seed 1");
  equal(commandOf(jobOf({}, { fleet: { table: "name\nvan\n" } })), "tourmaline solve stops.csv --seed 1 --fleet fleet.csv");
});

test("zero and empty fields are not set", () => {
  equal(commandOf(jobOf({ max_steps: 0, algorithm: "" }, { route: { start: "", open: false } })), "tourmaline solve stops.csv --seed 1");
});

test("every limit is a flag and has words", () => {
  const limits = fields.filter((field) => field.limit);
  ok(limits.length >= 6);
  for (const { path, flag, kind } of limits) {
    const job = jobOf({ [path.at(-1)!]: kind === "duration" ? "3s" : 3 });
    ok(commandOf(job).includes(` ${flag} 3`), flag);
    ok(limitsOf(job).startsWith(path.at(-1)!.replaceAll("_", " ")), limitsOf(job));
  }
  equal(limitsOf(jobOf({})), "none: stops on its own");
});

test("runs with steps and without times repeat exactly", () => {
  equal(whyNotExactly(jobOf({ max_steps: 5, stall_steps: 7 })), null);
  ok(whyNotExactly(jobOf({ stall_steps: 7 })));
  ok(whyNotExactly(jobOf({ max_steps: 5, no_improvement: "1s" })));
});
