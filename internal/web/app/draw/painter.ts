import { Flat } from "./flat";
import { Gl } from "./gl/painter";
import type { Camera } from "./camera";
import type { Picture } from "./picture";
import type { At, Ink } from "./types";

// A Painter draws a picture as a camera sees it.
export interface Painter {
  // draw tells whether another frame is needed to complete what it shows.
  draw(picture: Picture, camera: Camera, moment: Moment): boolean;
  // busy tells whether it is in the midst of a picture that takes several frames.
  readonly busy: boolean;
  // note says what of the picture is left out, or is empty.
  readonly note: string;
  close(): void;
}

// A Moment has what a frame depends on beside the picture and the camera.
export type Moment = {
  ink: Ink;
  ratio: number; // device pixels of a CSS pixel
  now: number; // seconds
  fade: boolean; // fresh edges lose their colour gradually
  moving: boolean; // somebody moves the camera
  zooming: boolean; // its scale is changing: what is drawn now would be shown only for a blink
};

// createPainter draws with WebGL2, or without where there is none.
export function createPainter(canvas: HTMLCanvasElement): Painter {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true });
  if (gl !== null) return new Gl(gl, canvas);
  const flat = canvas.getContext("2d");
  if (flat === null) throw new Error("this browser can draw neither with WebGL2 nor on a 2D canvas");
  return new Flat(flat, canvas);
}

// place puts a canvas that shows what is seen from one place where it is seen from another.
export function place(canvas: HTMLCanvasElement, from: At, camera: Camera, ratio: number): void {
  const grow = camera.scale / from.scale;
  const snap = (pixels: number) => (grow === 1 ? Math.round(pixels * ratio) / ratio : pixels);
  const x = snap((from.x - camera.x) * camera.scale);
  const y = snap((camera.y - from.y) * camera.scale);
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.style.height = `${canvas.height / ratio}px`;
  canvas.style.left = `${(camera.width - canvas.width / ratio) / 2}px`;
  canvas.style.top = `${(camera.height - canvas.height / ratio) / 2}px`;
  canvas.style.transform = `translate(${x}px, ${y}px) scale(${grow})`;
}

// cityRadius is in CSS pixels, 0 where cities are too close to be told apart.
export function cityRadius(picture: Picture, camera: Camera, seen: number): number {
  const apart = Math.sqrt((camera.width * camera.height) / Math.max(1, seen));
  if (picture.edges === 0) return Math.min(Math.max(apart / 5, 0.6), 3);
  return apart < 9 ? 0 : Math.min(apart / 8, 3);
}

// lineStyle is the width in CSS pixels and the opacity of so many edges: many are thin and
// let each other through, so that crowded parts can be told from others.
export function lineStyle(camera: Camera, seen: number): { width: number; opacity: number } {
  const apart = Math.sqrt((camera.width * camera.height) / Math.max(1, seen));
  return { width: Math.min(Math.max(apart / 6, 0.8), 1.75), opacity: Math.min(Math.max(apart / 4, 0.45), 1) };
}
