// Builds the command once and runs the tests in a browser: node run.mjs [NAME...]. A skipped test is a
// failure.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { command } from "./command.mjs";

const folder = join(import.meta.dirname, "tests");
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(".test.mjs", "")))
  .sort()
  .map((name) => join(folder, name));
if (files.length === 0) throw new Error(`no test in ${folder} is called ${wanted.join(" or ")}`);

process.env.TOURMALINE_BIN = command();
let failed = 0;
const tests = run({ files, concurrency: 1, timeout: 600_000 });
tests.on("test:fail", () => failed++);
tests.on("test:pass", (event) => {
  if (event.skip === undefined && event.todo === undefined) return;
  failed++;
  process.stdout.write(`skipped, which is not allowed here: ${event.name}\n`);
});
tests.on("end", () => {
  process.exitCode = failed > 0 ? 1 : 0;
});
tests.compose(spec).pipe(process.stdout);
