// The command under test, and files that it makes for tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Exit handlers stop everything started here when this process ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const root = join(import.meta.dirname, "../../..");

let built;

// command returns the path of tourmaline: TOURMALINE_BIN, or one that it builds.
export function command() {
  built ??= process.env.TOURMALINE_BIN ?? build();
  return built;
}

function build() {
  const path = join(temporary("command"), "tourmaline");
  execFileSync("go", ["build", "-buildvcs=false", "-o", path, "./cmd/tourmaline"], { cwd: root, stdio: "inherit", env: { ...process.env, CGO_ENABLED: "0" } });
  return path;
}

// temporary returns a new folder that is removed with this process.
export function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `tourmaline-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// tourmaline runs the command and returns its output.
export function tourmaline(...args) {
  return execFileSync(command(), args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e9 });
}

// generated returns the text of an instance of a shape.
export function generated(shape, n, seed = 1, ...more) {
  return tourmaline("generate", shape, ...(n === null ? [] : [String(n)]), "--seed", String(seed), ...more);
}
