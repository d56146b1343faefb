import type { Camera } from "./camera";
import { graticuleOf } from "./graticule";
import { drawGraticule, drawMarks, drawRing, labelGraticule, pensOf, type Mark, type Pens } from "./marks";
import { drawNumbers, mostNumbered } from "./numbers";
import type { Picture } from "./picture";
import type { Projection } from "./projection";

// Under draws the background, such as a base map.
export type Under = { draw: (context: CanvasRenderingContext2D, camera: Camera, projection: Projection) => void };

// Sides are the three stacked canvases of a drawing: map and graticule, the tour, and city markers.
export class Sides {
  readonly canvas = document.createElement("canvas");
  under: Under | null = null;
  pens: Pens;
  private readonly below = document.createElement("canvas");
  private readonly above = document.createElement("canvas");

  constructor(host: HTMLElement) {
    for (const canvas of [this.below, this.canvas, this.above]) canvas.setAttribute("aria-hidden", "true");
    host.prepend(this.below, this.canvas, this.above);
    this.pens = pensOf(host);
  }

  resize(camera: Camera): void {
    for (const canvas of [this.below, this.above]) {
      canvas.width = Math.round(camera.width * devicePixelRatio);
      canvas.height = Math.round(camera.height * devicePixelRatio);
    }
  }

  draw(camera: Camera, picture: Picture, projection: Projection, marks: Mark[], city: number): void {
    const lines = projection.geographic && picture.places.length > 0 ? graticuleOf(camera, projection) : null;
    paint(this.below, camera, lines !== null || this.under !== null, (context) => {
      this.under?.draw(context, camera, projection);
      if (lines !== null) drawGraticule(context, camera, lines, this.pens);
    });
    const numbered = picture.edges > 0 && picture.order.length <= mostNumbered;
    paint(this.above, camera, lines !== null || numbered || marks.length > 0 || city >= 0, (context) => {
      if (lines !== null) labelGraticule(context, camera, lines, this.pens);
      if (numbered) drawNumbers(context, camera, picture, this.pens);
      drawMarks(context, camera, picture, marks, this.pens);
      if (city >= 0) drawRing(context, camera, picture, city, this.pens);
    });
  }

  close(): void {
    for (const canvas of [this.below, this.canvas, this.above]) canvas.remove();
  }
}

// paint draws on an empty canvas, or hides the canvas if there is nothing to draw: each one costs
// time in every frame.
function paint(canvas: HTMLCanvasElement, camera: Camera, needed: boolean, draw: (context: CanvasRenderingContext2D) => void): void {
  canvas.hidden = !needed;
  const context = needed ? canvas.getContext("2d") : null;
  if (context === null) return;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, camera.width, camera.height);
  draw(context);
}
