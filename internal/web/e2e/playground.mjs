// Builds the playground and serves it from a path below the root.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { serveFolder } from "./folder.mjs";

const root = join(import.meta.dirname, "../../..");

export async function servePlayground() {
  execFileSync(join(root, "scripts/playground"), { stdio: ["ignore", "ignore", "inherit"] });
  return serveFolder(join(root, "dist/playground"), "/try/");
}
