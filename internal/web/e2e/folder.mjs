// Serves the files of a folder from a path below the root, as a static host does.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".txt": "text/plain",
};

// serveFolder returns the server. The path, such as /try/, ends with a slash.
export async function serveFolder(folder, path) {
  const server = createServer(async (request, response) => {
    const name = normalize(new URL(request.url, "http://host").pathname).replace(/\/$/, "/index.html");
    try {
      if (!name.startsWith(path)) throw new Error("not a file of the folder");
      const data = await readFile(join(folder, name.slice(path.length)));
      response.setHeader("Content-Type", types[extname(name)]);
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
