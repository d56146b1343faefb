import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Busy } from "../parts/busy";
import { whole } from "../text/numbers";
import { Canvas } from "./canvas";
import { Choice } from "./choice";
import type { Graph } from "./data";
import { GraphFigures } from "./graphfigures";
import { isMarked, paintGraph, screen, thinning } from "./graphpaint";
import type { Ink } from "./ink";
import { circle, forced, isForced, type Places } from "./layout";

// GraphView shows a cut as two groups of vertices with the cut edges between them, and a
// colouring as a graph in which edges within a colour are conflicts.
export function GraphView(props: { data: Graph; problem: "maxcut" | "colouring"; solution: number[] | null }) {
  const { data, problem } = props;
  const groups = props.solution?.length === data.n ? props.solution : null;
  const cut = problem === "maxcut";
  const [apart, setApart] = useState<"groups" | "edges">(cut ? "groups" : "edges");
  const [chosen, setChosen] = useState<number | null>(null);
  const edges = useMemo(() => data.edges.filter((_, i) => inside(data, i)), [data]);
  const places = usePlaces(data.n, groups, edges, apart === "groups");
  const size = useRef({ width: 1, height: 1 });
  const marks = cut ? "across" : "within";
  const paint = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, ink: Ink) => {
      size.current = { width, height };
      if (places) paintGraph(context, width, height, ink, { places, edges, groups, marks, colour: cut ? "var(--text)" : "var(--bad)", numbered: !cut, chosen });
    },
    [places, edges, groups, chosen],
  );
  const point = (x: number, y: number) => places && setChosen(nearest(places, x, y, size.current));
  const label = `A graph of ${whole(data.n)} vertices and ${whole(data.total)} edges${groups ? (cut ? " in two sides" : " in colours") : ""}. The figures below give the numbers.`;
  return (
    <div class="view">
      {groups && isForced(data.n) && (
        <div class="choices">
          <Choice label="Arrange vertices" value={apart} onChange={setApart} options={[["groups", cut ? "by side" : "by colour"], ["edges", "by their edges"]]} />
        </div>
      )}
      <div class="graph">
        {places === null && <Busy label="Laying out the graph" />}
        <Canvas label={label} paint={paint} onPoint={point} onLeave={() => setChosen(null)} />
      </div>
      <p class="readout" role="status">
        {chosen === null ? hint(data, edges) : vertexText(chosen, edges, groups, marks)}
      </p>
      <GraphFigures data={data} edges={edges} cut={cut} groups={groups} />
    </div>
  );
}

function usePlaces(n: number, groups: number[] | null, edges: number[], apart: boolean): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  useEffect(() => {
    const shown = groups ?? new Array<number>(n).fill(0);
    if (!isForced(n)) return setPlaces(circle(shown));
    const leave = new AbortController();
    void forced(shown, edges, apart && groups !== null, leave.signal).then((found) => !leave.signal.aborted && setPlaces(found));
    return () => leave.abort();
  }, [n, groups, edges, apart]);
  return places;
}

// inside reports whether an edge connects existing vertices.
function inside(data: Graph, i: number): boolean {
  const edge = i - (i % 3);
  const [a, b] = [data.edges[edge] ?? -1, data.edges[edge + 1] ?? -1];
  return a >= 0 && b >= 0 && a < data.n && b < data.n;
}

function nearest(places: Places, x: number, y: number, size: { width: number; height: number }): number | null {
  const at = screen(places, size.width, size.height);
  let best: number | null = null;
  let closest = 20; // pixels
  for (let i = 0; i < at.x.length; i++) {
    const far = Math.hypot((at.x[i] ?? 0) - x * size.width, (at.y[i] ?? 0) - y * size.height);
    if (far < closest) [best, closest] = [i, far];
  }
  return best;
}

function hint(data: Graph, edges: number[]): string {
  const every = thinning(edges);
  const parts = [isForced(data.n) ? "Point at a vertex to see its values." : "Too many vertices for a layout by edges: they are arranged in a circle."];
  if (edges.length / 3 < data.total) parts.push(`The first ${whole(edges.length / 3)} of ${whole(data.total)} edges are loaded.`);
  if (every > 1) parts.push(`One edge in ${every} is drawn.`);
  return parts.join(" ");
}

function vertexText(vertex: number, edges: number[], groups: number[] | null, marks: "across" | "within"): string {
  let [all, marked] = [0, 0];
  for (let e = 0; e + 2 < edges.length; e += 3) {
    const [a, b] = [edges[e] as number, edges[e + 1] as number];
    if (a !== vertex && b !== vertex) continue;
    all++;
    if (isMarked(groups, marks, a, b)) marked++;
  }
  if (groups === null) return `Vertex ${vertex + 1}: ${whole(all)} edges`;
  const group = (groups[vertex] ?? 0) + 1;
  return marks === "across"
    ? `Vertex ${vertex + 1}, side ${group}: ${whole(marked)} of its ${whole(all)} edges are cut`
    : `Vertex ${vertex + 1}, colour ${group}: ${whole(all)} edges, ${whole(marked)} of them to the same colour`;
}
