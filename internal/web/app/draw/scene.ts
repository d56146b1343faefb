import { Camera } from "./camera";
import { Changes, freshSeconds, nothingFresh } from "./changes";
import { listen } from "./gestures";
import { onTheme } from "../theme";
import { calm, inkOf } from "./ink";
import { pensOf, type Mark } from "./marks";
import { createPainter } from "./createpainter";
import type { Painter } from "./painter";
import { Picker, type Picked } from "./picker";
import { Picture } from "./picture";
import { boundsOf, project, projectionOf, type Projection } from "./projection";
import { Sides, type Under } from "./sides";
import type { Drawing } from "../api/types";
import type { Trails } from "./types";

const settle = 150; // milliseconds after which a zoom has ended

// A Scene is a drawing in an element: it schedules frames and handles gestures.
export class Scene {
  readonly camera = new Camera();
  projection: Projection = { geographic: false, world: 0, middle: [0, 0] };
  picture = new Picture(new Float32Array(0), 0);
  note = ""; // what the drawing omits, and why
  framed: (() => void) | null = null; // called after each frame
  private readonly sides: Sides;
  private painter: Painter | null = null;
  private readonly changes = new Changes();
  private readonly stops: (() => void)[] = [];
  private waiting: { tour: Int32Array | null; closed: boolean; quiet: boolean } | null = null;
  private marks: Mark[] = [];
  private picker = new Picker(this.picture);
  private frame = 0;
  private moved = -Infinity; // time of the last camera movement
  private zoomed = -Infinity; // time of the last scale change
  private ink;
  private closed = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly picked: (picked: Picked | null) => void,
  ) {
    this.sides = new Sides(host);
    this.ink = inkOf(host);
    const { canvas } = this.sides;
    this.painter = createPainter(canvas);
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(host);
    const lost = (event: Event) => {
      event.preventDefault();
      this.painter = null;
      this.note = "The graphics device was lost; the drawing resumes when it returns";
      this.framed?.();
    };
    const back = () => {
      this.painter = createPainter(canvas);
      this.wake();
    };
    canvas.addEventListener("webglcontextlost", lost);
    canvas.addEventListener("webglcontextrestored", back);
    this.stops.push(
      () => resized.disconnect(),
      () => canvas.removeEventListener("webglcontextlost", lost),
      () => canvas.removeEventListener("webglcontextrestored", back),
      onTheme(() => this.recolour()),
      listen(host, {
        pan: (dx, dy) => this.move(() => this.camera.panBy(dx, dy)),
        zoom: (x, y, factor) => this.zoom(x, y, factor),
        fit: () => this.fit(),
        point: (x, y) => void this.picker.point(this.camera, x, y).then((other) => this.chosen(other)),
        leave: () => this.chosen(this.picker.choose(-1)),
        walk: (steps) => this.chosen(this.picker.step(this.camera, steps, this.marks[0]?.city)),
      }),
    );
    this.resize();
  }

  zoomBy(factor: number): void {
    this.zoom(this.camera.width / 2, this.camera.height / 2, factor);
  }

  fit(): void {
    this.zoomed = performance.now();
    this.move(() => this.camera.fit());
  }

  setDrawing(drawing: Drawing, places: Float32Array): void {
    this.projection = projectionOf(drawing, places);
    const at = project(this.projection, drawing, places);
    this.picture = new Picture(at, this.projection.world);
    this.picker = new Picker(this.picture);
    this.waiting = null;
    this.changes.reset();
    const ends: [number | undefined, string][] = [[drawing.start, "S"], [drawing.end, "E"]];
    this.marks = ends.flatMap(([city, letter]) => (city === undefined || city >= places.length / 2 ? [] : [{ city, letter }]));
    this.camera.show(boundsOf(at));
    this.wake();
  }

  // setTour shows another tour of the same cities. It waits until the current one is drawn;
  // otherwise no drawing would ever complete.
  setTour(tour: Int32Array | null, closed: boolean, quiet: boolean): void {
    this.waiting = { tour, closed, quiet };
    this.wake();
  }

  setTrails(trails: Trails | null): void {
    this.picture.setTrails(trails);
    this.wake();
  }

  // show selects a city and moves it into view.
  show(city: number): void {
    if (this.picker.show(this.camera, city)) this.wake();
  }

  setUnder(under: Under | null): void {
    this.sides.under = under;
    this.wake();
  }

  wake(): void {
    if (this.frame === 0 && !this.closed) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    if (this.painter === null || this.host.clientWidth === 0) return;
    const now = performance.now() / 1000;
    const since = (time: number) => performance.now() - time;
    if (this.waiting !== null && (!this.painter.busy || this.picture.edges === 0)) this.take(this.waiting, now);
    const moment = { ink: this.ink, ratio: devicePixelRatio, now, fade: !calm(), moving: since(this.moved) < settle, zooming: since(this.zoomed) < settle };
    const again = this.painter.draw(this.picture, this.camera, moment);
    this.note = this.painter.note;
    if (this.picture.order.length > 0) this.host.ariaBusy = String(this.painter.busy || this.waiting !== null);
    const left = this.picture.fresh.newest + freshSeconds - now;
    if (left > 0 && !again) setTimeout(() => this.wake(), 1000 * left + 1);
    this.sides.draw(this.camera, this.picture, this.projection, this.marks, this.picker.city);
    this.picked(this.picker.picked(this.camera));
    this.framed?.();
    if (again || this.waiting !== null) this.wake();
  }

  private take({ tour, closed, quiet }: { tour: Int32Array | null; closed: boolean; quiet: boolean }, now: number): void {
    this.waiting = null;
    this.picture.setTour(tour, closed);
    if (quiet || this.picture.edges === 0) this.changes.reset();
    const fresh = this.picture.edges > 0 && !quiet ? this.changes.follow(this.picture.order, closed, now) : nothingFresh;
    this.picture.setFresh(fresh);
  }

  private zoom(x: number, y: number, factor: number): void {
    this.zoomed = performance.now();
    this.move(() => this.camera.zoomAt(x, y, factor));
  }

  private move(change: () => void): void {
    change();
    this.moved = performance.now();
    this.wake();
  }

  private chosen(other: boolean): void {
    if (other) this.wake();
  }

  private resize(): void {
    this.camera.resize(this.host.clientWidth, this.host.clientHeight);
    this.sides.resize(this.camera);
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.draw(); // immediately: a resized canvas is empty
  }

  private recolour(): void {
    this.ink = inkOf(this.host);
    this.sides.pens = pensOf(this.host);
    this.wake();
  }

  close(): void {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    for (const stop of this.stops) stop();
    this.painter?.close();
    this.sides.close();
  }
}
