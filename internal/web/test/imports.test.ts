import { deepEqual, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

type Graph = Map<string, string[]>;

// cycles returns the import cycles of a graph, each as a path that ends where it starts.
function cycles(graph: Graph): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    else if (!finished.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

// graphOf returns the relative imports of all sources in a folder, type imports included.
function graphOf(folder: string): Graph {
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const known = new Set(files);
  const importsOf = (file: string) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
      .map(([, path]) => join(dirname(file), path!))
      .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`].filter((name) => known.has(name)));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

test("a cycle is found, a diamond is not a cycle", () => {
  deepEqual(cycles(new Map([["a", ["b", "c"]], ["b", ["d"]], ["c", ["d"]], ["d", []]])), []);
  deepEqual(cycles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), ["b -> c -> b"]);
});

test("the app has no import cycle", () => {
  const graph = graphOf(fileURLToPath(new URL("../../app/", import.meta.url)));
  ok([...graph.values()].flat().length > 300, "the imports of the app were not found");
  deepEqual(cycles(graph), []);
});
