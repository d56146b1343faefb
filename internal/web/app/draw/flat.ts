import type { Camera } from "./camera";
import { freshSeconds } from "./changes";
import { lengthOf, runsIn } from "./chunks";
import { cityRadius, lineStyle, place, type Moment, type Painter } from "./painter";
import type { Picture } from "./picture";
import type { Colour } from "./types";
import { whole } from "../text/numbers";

const mostEdges = 30_000; // in a frame
const levels = 8; // of the strength of trails and of fresh edges

// Flat draws on a 2D canvas where WebGL2 is missing. It draws a sample of many edges.
export class Flat implements Painter {
  readonly busy = false;
  note = "";

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly canvas: HTMLCanvasElement,
  ) {}

  draw(picture: Picture, camera: Camera, moment: Moment): boolean {
    const { context } = this;
    const runs = runsIn(picture.chunks, camera.seen(8), 1);
    const seen = lengthOf(runs);
    const each = Math.ceil(seen / mostEdges); // draws every each-th edge
    this.note = each > 1 ? `Without WebGL2: 1 of ${whole(each)} edges drawn` : "";
    this.canvas.width = Math.round(camera.width * moment.ratio); // also clears it
    this.canvas.height = Math.round(camera.height * moment.ratio);
    place(this.canvas, camera, camera, moment.ratio);
    context.setTransform(moment.ratio, 0, 0, moment.ratio, 0, 0);
    context.lineCap = "round";
    const style = lineStyle(camera, seen / each);
    this.list(picture.trails, picture, camera, moment.ink.trail, (strength) => [1 + 4 * strength, 0.08 + 0.92 * strength]);
    context.beginPath();
    for (const { first, count } of runs) {
      const end = Math.min(first + count, picture.edges);
      for (let edge = first + ((each - (first % each)) % each); edge < end; edge += each) this.edge(picture, camera, ...picture.ends(edge));
    }
    this.stroke(moment.ink.tour, style.width, style.opacity);
    this.list(picture.seams, picture, camera, moment.ink.tour, () => [style.width, style.opacity]);
    this.list(picture.fresh.list, picture, camera, moment.ink.fresh, (since) => [2.5, freshness(moment, since)]);
    const radius = cityRadius(picture, camera, seen / each);
    if (radius > 0) this.cities(picture, camera, radius, moment.ink.city, runs, each);
    return moment.fade && moment.now - picture.fresh.newest < freshSeconds;
  }

  private cities(picture: Picture, camera: Camera, radius: number, ink: Colour, runs: { first: number; count: number }[], each: number): void {
    const { context } = this;
    context.fillStyle = cssOf(ink, 1);
    context.beginPath();
    for (const { first, count } of runs) {
      for (let at = first; at < first + count; at += each) {
        const city = picture.order[at]!;
        const [x, y] = camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    context.fill();
  }

  // list draws edges grouped by the level of their value.
  private list(list: Int32Array, picture: Picture, camera: Camera, ink: Colour, styleOf: (value: number) => [number, number]): void {
    const bits = new Float32Array(list.buffer, list.byteOffset, list.length);
    const byLevel = new Map<number, number[]>();
    for (let k = 0; k < list.length; k += 3) {
      const level = Math.ceil(styleOf(bits[k + 2]!)[1] * levels);
      if (level <= 0) continue;
      const members = byLevel.get(level);
      if (members === undefined) byLevel.set(level, [k]);
      else members.push(k);
    }
    for (const [level, members] of byLevel) {
      this.context.beginPath();
      for (const k of members) this.edge(picture, camera, list[k]!, list[k + 1]!);
      this.stroke(ink, styleOf(bits[members[0]! + 2]!)[0], level / levels);
    }
  }

  private edge({ places, world }: Picture, camera: Camera, a: number, b: number): void {
    const fromX = places[2 * a]!;
    let toX = places[2 * b]!;
    if (world > 0) toX -= world * Math.round((toX - fromX) / world);
    this.context.moveTo(...camera.toScreen(fromX, places[2 * a + 1]!));
    this.context.lineTo(...camera.toScreen(toX, places[2 * b + 1]!));
  }

  private stroke(ink: Colour, width: number, opacity: number): void {
    this.context.strokeStyle = cssOf(ink, opacity);
    this.context.lineWidth = width;
    this.context.stroke();
  }

  close(): void {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }
}

function freshness({ now, fade }: Moment, since: number): number {
  const age = (now - since) / freshSeconds;
  return age >= 1 ? 0 : fade ? 1 - age * age : 1;
}

function cssOf([red, green, blue, alpha]: Colour, opacity: number): string {
  return `rgb(${Math.round(255 * red)} ${Math.round(255 * green)} ${Math.round(255 * blue)} / ${alpha * opacity})`;
}
