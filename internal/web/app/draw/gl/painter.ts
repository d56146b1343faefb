import type { Camera } from "../camera";
import { freshSeconds } from "../changes";
import { place, type Moment, type Painter } from "../painter";
import type { Picture } from "../picture";
import type { At, Ink } from "../types";
import { Brush, sheetUnit } from "./brush";
import { Pace } from "./pace";
import { Sheet } from "./sheet";
import { costOf, strokesOf, type Stroke } from "./strokes";

const mostPixels = 12_000_000; // of a sheet
const margin = 0.25; // of the view, kept around it on a sheet
// Milliseconds of drawing per frame: of a picture that is redrawn in each, and of a part of one that
// takes several frames, while the drawing moves and while it rests.
const atOnce = 20;
const inMotion = 10;
const atRest = 150;
const mostParts = 8; // at rest, on any machine
const partTime = 400; // milliseconds between updates of an incomplete first picture

// Job is a sheet that is being drawn over several frames.
type Job = { strokes: Stroke[]; cost: number; done: number; of: string };

// Gl draws with WebGL2. Small pictures are redrawn in each frame. Large ones are drawn on an
// offscreen sheet, a part per frame, and copied to the canvas when complete. Until then the browser
// moves and scales the old canvas, so panning never waits.
export class Gl implements Painter {
  readonly note = "";
  private readonly brush: Brush;
  private readonly pace: Pace;
  private readonly sheet: Sheet;
  private job: Job | null = null;
  private shown: (At & { of: string; fresh: boolean }) | null = null; // the sheet on the canvas
  private presented = 0;
  private lastInk: Ink | null = null;
  private inks = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly canvas: HTMLCanvasElement,
  ) {
    this.brush = new Brush(gl);
    this.pace = new Pace(gl);
    this.sheet = new Sheet(gl, sheetUnit);
  }

  get busy(): boolean {
    return this.job !== null;
  }

  draw(picture: Picture, camera: Camera, moment: Moment): boolean {
    const ready = this.pace.ready();
    this.brush.load(picture);
    const strokes = strokesOf(this.brush, picture, camera, camera.seen(8), moment);
    const cost = costOf(strokes);
    if (cost > this.pace.edgesIn(atOnce)) return this.fromSheet(picture, camera, moment, ready);
    [this.job, this.shown] = [null, null];
    this.shape(camera.width * moment.ratio, camera.height * moment.ratio);
    place(this.canvas, camera, camera, moment.ratio);
    this.brush.aim(null, camera, this.canvas.width, this.canvas.height, moment.ratio);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
    for (const stroke of strokes) stroke.paint();
    this.fresh(picture, moment, moment.fade);
    this.pace.note(cost);
    return moment.fade && freshOf(picture, moment);
  }

  private fromSheet(picture: Picture, camera: Camera, moment: Moment, ready: boolean): boolean {
    const of = this.nameOf(picture, camera, moment);
    if (this.job !== null && (this.job.of !== of || !this.near(camera, moment))) this.job = null;
    const enough = this.shown?.of === of && this.covers(this.shown, camera, moment);
    if (this.job === null && !enough && !moment.zooming) this.job = this.begin(picture, camera, moment, of);
    if (this.job !== null && ready) this.advance(this.job, picture, moment);
    else if (this.shown?.of === of && this.job === null && this.shown.fresh !== freshOf(picture, moment)) this.present(picture, moment, of);
    if (this.shown !== null) place(this.canvas, this.shown, camera, moment.ratio);
    return this.job !== null || (!enough && moment.zooming);
  }

  private begin(picture: Picture, camera: Camera, moment: Moment, of: string): Job {
    const width = Math.round(camera.width * moment.ratio);
    const height = Math.round(camera.height * moment.ratio);
    const limit = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE) as number;
    const grow = Math.max(1, Math.min(1 + 2 * margin, limit / Math.max(width, height), Math.sqrt(mostPixels / (width * height))));
    this.sheet.begin(camera, even(width * grow, width), even(height * grow, height));
    const around = (Math.max(this.sheet.width - width, this.sheet.height - height) / 2 + 8) / moment.ratio;
    const strokes = strokesOf(this.brush, picture, camera, camera.seen(around), moment);
    return { strokes, cost: costOf(strokes), done: 0, of };
  }

  private advance(job: Job, picture: Picture, moment: Moment): void {
    const { sheet } = this;
    this.brush.aim(sheet.frame, sheet, sheet.width, sheet.height, moment.ratio);
    const most = moment.moving ? this.pace.edgesIn(inMotion) : Math.max(this.pace.edgesIn(atRest), job.cost / mostParts);
    let cost = 0;
    while (job.done < job.strokes.length && cost < most) {
      const stroke = job.strokes[job.done++]!;
      stroke.paint();
      cost += stroke.cost;
    }
    this.pace.note(cost);
    const complete = job.done >= job.strokes.length;
    const first = this.shown === null || this.shown.of === "";
    if (complete || (first && performance.now() - this.presented > partTime)) this.present(picture, moment, complete ? job.of : "");
    if (complete) this.job = null;
  }

  // present copies the sheet to the canvas. An incomplete sheet has no name.
  private present(picture: Picture, moment: Moment, of: string): void {
    const { sheet } = this;
    this.presented = performance.now();
    this.shape(sheet.width, sheet.height);
    sheet.copy();
    this.brush.aim(null, sheet, sheet.width, sheet.height, moment.ratio);
    this.fresh(picture, moment, false);
    this.shown = { x: sheet.x, y: sheet.y, scale: sheet.scale, of, fresh: freshOf(picture, moment) };
  }

  private fresh(picture: Picture, moment: Moment, fade: boolean): void {
    if (freshOf(picture, moment)) this.brush.list("fresh", picture.fresh.count, 2.5 * moment.ratio, moment.ink.fresh, moment.now, fade);
  }

  private shape(width: number, height: number): void {
    [width, height] = [Math.round(width), Math.round(height)];
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  // near reports whether the sheet covers much of the camera's view.
  private near(camera: Camera, { ratio }: Moment): boolean {
    const { sheet } = this;
    const far = (offset: number) => 2 * Math.abs(offset) * camera.scale * ratio;
    return sheet.scale === camera.scale && far(sheet.x - camera.x) < sheet.width && far(sheet.y - camera.y) < sheet.height;
  }

  private covers(shown: At, camera: Camera, { ratio }: Moment): boolean {
    const { width, height } = this.canvas;
    const free = (offset: number, size: number, view: number) => 2 * Math.abs(offset) * camera.scale * ratio <= size - view * ratio + 1;
    return shown.scale === camera.scale && free(shown.x - camera.x, width, camera.width) && free(shown.y - camera.y, height, camera.height);
  }

  // nameOf returns a key of everything that a sheet depends on.
  private nameOf(picture: Picture, camera: Camera, { ink, ratio }: Moment): string {
    if (this.lastInk !== ink) [this.lastInk, this.inks] = [ink, this.inks + 1];
    return [picture.number, picture.versions.order, picture.versions.trails, this.inks, ratio, camera.width, camera.height].join();
  }

  close(): void {
    this.sheet.close();
    this.brush.close();
  }
}

function freshOf({ fresh }: Picture, { now }: Moment): boolean {
  return fresh.count > 0 && now - fresh.newest < freshSeconds;
}

// even returns at most size, with the same parity as the view, so that their centres align.
function even(size: number, view: number): number {
  return view + 2 * Math.floor((size - view) / 2);
}
