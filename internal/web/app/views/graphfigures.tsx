import { useCallback, useMemo } from "preact/hooks";
import { Figure } from "../parts/figure";
import { cost, whole } from "../text/numbers";
import { Canvas } from "./canvas";
import type { Graph } from "./data";
import { isMarked } from "./graphpaint";
import type { Ink } from "./ink";
import { List } from "./list";
import { seriesColour } from "../charts/colours";
import { trace } from "./marks";

const mostInLegend = 16;

// GraphFigures shows the figures of a graph.
export function GraphFigures(props: { data: Graph; edges: number[]; cut: boolean; groups: number[] | null }) {
  const { data, edges, cut, groups } = props;
  const { marked, weight } = useMemo(() => count(edges, groups, cut ? "across" : "within"), [edges, groups, cut]);
  const sizes = useMemo(() => sizesOf(groups ?? []), [groups]);
  const all = edges.length / 3 === data.total;
  const of = all ? `of ${whole(data.total)}` : `of the first ${whole(edges.length / 3)}`;
  return (
    <>
      {groups && (
        <ul class="groups">
          {sizes.slice(0, mostInLegend).map(([group, size]) => (
            <li key={group}>
              <Mark group={group} />
              {cut ? "Side" : "Colour"} {group + 1} <span class="hint">{whole(size)}</span>
            </li>
          ))}
          {sizes.length > mostInLegend && <li class="hint">and {whole(sizes.length - mostInLegend)} more</li>}
          <li>
            <span class={cut ? "edge cut" : "edge fault"} aria-hidden="true" /> {cut ? "cut" : "joins the same colour"}
          </li>
          <li>
            <span class={cut ? "edge" : "edge sound"} aria-hidden="true" /> {cut ? "not cut" : "joins two colours"}
          </li>
        </ul>
      )}
      <dl class="figures">
        <Figure label="Vertices" value={whole(data.n)} />
        <Figure label="Edges" value={whole(data.total)} />
        {groups && <Figure label={cut ? "Edges cut" : "Conflicts"} value={whole(marked)} hint={of} />}
        {groups && cut && <Figure label="Weight of the cut" value={cost(weight)} hint={all ? undefined : of} />}
        {groups && !cut && <Figure label="Colours used" value={whole(sizes.length)} />}
      </dl>
      {groups && (
        <List
          title={cut ? "Side of each vertex" : "Colour of each vertex"}
          heads={["Vertex", cut ? "Side" : "Colour"]}
          rows={groups.map((group, vertex) => [whole(vertex + 1), whole(group + 1)])}
        />
      )}
    </>
  );
}

// A Mark is the symbol of a group in the legend.
function Mark(props: { group: number }) {
  const paint = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, ink: Ink) => {
      context.clearRect(0, 0, width, height);
      trace(context, props.group, width / 2, height / 2, width * 0.33);
      context.fillStyle = ink(seriesColour(props.group));
      context.fill();
    },
    [props.group],
  );
  return <Canvas class="mark" label="" paint={paint} />;
}

function count(edges: number[], groups: number[] | null, marks: "across" | "within"): { marked: number; weight: number } {
  let [marked, weight] = [0, 0];
  for (let e = 0; e + 2 < edges.length; e += 3) {
    if (!isMarked(groups, marks, edges[e] as number, edges[e + 1] as number)) continue;
    marked++;
    weight += edges[e + 2] as number;
  }
  return { marked, weight };
}

function sizesOf(groups: number[]): [number, number][] {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes].sort((a, b) => a[0] - b[0]);
}
