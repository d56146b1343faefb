// Serves the test pages that 'go run ./web -tests FOLDER' in tools writes, under the
// Content-Security-Policy of the real page.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const types = { ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html" };

// serveBundled returns the server; its pages are at /NAME, such as /drawing. answers may handle other
// paths first.
export async function serveBundled(folder, answers = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname);
    response.setHeader("Content-Security-Policy", policy);
    if (answers[path]) return answers[path](request, response);
    if (extname(path) === "") {
      response.setHeader("Content-Type", "text/html");
      return response.end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Drawing</title><link rel="stylesheet" href="${path}.page.css"><body><script type="module" src="${path}.page.mjs"></script>`,
      );
    }
    try {
      const data = await readFile(join(folder, path));
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
