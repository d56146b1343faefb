// The command that is tested, and what it makes for tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What is begun here ends with this process, however it ends: the handlers of exit see to it.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const root = join(import.meta.dirname, "../../..");

let built;

// command is the path of tourmaline: that of TOURMALINE_BIN, or one that is built here.
export function command() {
  built ??= process.env.TOURMALINE_BIN ?? build();
  return built;
}

function build() {
  const path = join(temporary("command"), "tourmaline");
  execFileSync("go", ["build", "-buildvcs=false", "-o", path, "./cmd/tourmaline"], { cwd: root, stdio: "inherit", env: { ...process.env, CGO_ENABLED: "0" } });
  return path;
}

// temporary is a new folder that ends with this process.
export function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `tourmaline-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// tourmaline runs the command to its end and gives what it prints.
export function tourmaline(...args) {
  return execFileSync(command(), args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e9 });
}

// generated is the text of an instance of some shape.
export function generated(shape, n, seed = 1, ...more) {
  return tourmaline("generate", shape, ...(n === null ? [] : [String(n)]), "--seed", String(seed), ...more);
}
