// Builds the playground and serves it from a path below the root, as a static host does.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

export async function servePlayground() {
  execFileSync(join(root, "scripts/playground"), { stdio: ["ignore", "ignore", "inherit"] });
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://host").pathname.replace(/^\/try\/$/, "/try/index.html");
    try {
      if (!/^\/try\/[a-z_]+\.[a-z]+$/.test(name)) throw new Error("not a file of the playground");
      const data = await readFile(join(root, "dist/playground", name.slice("/try/".length)));
      response.setHeader("Content-Type", types[extname(name)]);
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
