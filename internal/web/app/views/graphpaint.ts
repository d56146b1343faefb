import type { Ink } from "./ink";
import { isForced, type Places } from "./layout";
import { seriesColour } from "../charts/colours";
import { trace } from "./marks";

// A GraphPicture is the appearance of a graph. An edge is marked if it is a conflict of a colouring,
// or cut.
export type GraphPicture = {
  places: Places;
  edges: ArrayLike<number>; // a, b, weight
  groups: ArrayLike<number> | null; // null: no solution yet
  marks: "across" | "within";
  colour: string; // of marked edges
  numbered: boolean; // vertices show the number of their group
  chosen: number | null;
};

const mostEdges = 4000; // drawn at most; more would be a grey area

// thinning returns n if only every nth edge is drawn.
export const thinning = (edges: ArrayLike<number>) => Math.max(1, Math.ceil(edges.length / 3 / mostEdges));

const margin = 18;

// screen maps places to the picture. A circle keeps its shape; a force layout fills the picture.
export function screen(places: Places, width: number, height: number): Places {
  const side = isForced(places.x.length) ? null : Math.min(width, height);
  const scaled = (values: Float32Array, size: number) => {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    const used = (side ?? size) - 2 * margin;
    return values.map((value) => (high > low ? (size - used) / 2 + ((value - low) / (high - low)) * used : size / 2));
  };
  return { x: scaled(places.x, width), y: scaled(places.y, height) };
}

export function radiusOf(n: number, width: number, height: number): number {
  if (!isForced(n)) return Math.max((1.5 * Math.min(width, height)) / n, 2);
  return Math.min(Math.max(0.16 * Math.sqrt((width * height) / Math.max(n, 1)), 3), 10);
}

export function paintGraph(context: CanvasRenderingContext2D, width: number, height: number, ink: Ink, picture: GraphPicture): void {
  const at = screen(picture.places, width, height);
  context.clearRect(0, 0, width, height);
  paintEdges(context, at, ink, picture, false);
  paintEdges(context, at, ink, picture, true);
  const n = at.x.length;
  const radius = radiusOf(n, width, height);
  context.setLineDash([]);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.round(radius * 1.15)}px system-ui, sans-serif`;
  for (let i = 0; i < n; i++) {
    const group = picture.groups?.[i] ?? 0;
    const [x, y] = [at.x[i] ?? 0, at.y[i] ?? 0];
    trace(context, group, x, y, i === picture.chosen ? radius * 1.5 : radius);
    context.fillStyle = picture.groups ? ink(seriesColour(group)) : ink("var(--quiet)");
    context.strokeStyle = i === picture.chosen ? ink("var(--text)") : ink("var(--surface)");
    context.lineWidth = i === picture.chosen ? 2.5 : 1;
    context.fill();
    if (radius >= 3 || i === picture.chosen) context.stroke();
    if (picture.numbered && picture.groups && radius >= 7) {
      context.fillStyle = ink("var(--on-group)");
      context.fillText(String(group + 1), x, y + 0.5);
    }
  }
}

function paintEdges(context: CanvasRenderingContext2D, at: Places, ink: Ink, picture: GraphPicture, marked: boolean): void {
  const { edges, groups, marks, chosen } = picture;
  const fault = marked && marks === "within";
  const every = fault ? 1 : thinning(edges); // conflicts are always drawn
  const crowd = Math.min(1, 300 / Math.max(edges.length / 3 / every, 1));
  const line = (e: number) => {
    const [a, b] = [edges[e] as number, edges[e + 1] as number];
    if (isMarked(groups, marks, a, b) !== marked) return;
    context.globalAlpha = a === chosen || b === chosen ? 1 : fault ? 1 : (marked ? 0.75 : 0.5) * (0.15 + 0.85 * crowd);
    context.beginPath();
    context.moveTo(at.x[a] ?? 0, at.y[a] ?? 0);
    context.lineTo(at.x[b] ?? 0, at.y[b] ?? 0);
    context.stroke(); // separately, so that crossings appear denser
  };
  context.strokeStyle = marked ? ink(picture.colour) : ink("var(--quiet)");
  context.setLineDash(marked || groups === null || marks === "within" ? [] : [2, 4]);
  context.lineWidth = fault ? 3 : marked ? 0.7 + 0.7 * crowd : 0.6 + 0.4 * crowd;
  for (let e = 0; e + 2 < edges.length; e += 3) {
    if ((e / 3) % every === 0 || edges[e] === chosen || edges[e + 1] === chosen) line(e);
  }
  context.globalAlpha = 1;
}

export function isMarked(groups: ArrayLike<number> | null, marks: "across" | "within", a: number, b: number): boolean {
  return groups !== null && (groups[a] !== groups[b]) === (marks === "across");
}
