import type { Camera } from "./camera";
import type { Picture } from "./picture";
import type { At, Ink } from "./types";

// A Painter draws a picture as a camera sees it.
export interface Painter {
  // draw reports whether another frame is needed to complete the picture.
  draw(picture: Picture, camera: Camera, moment: Moment): boolean;
  // busy reports whether a picture that takes several frames is unfinished.
  readonly busy: boolean;
  // note describes omitted parts of the picture; empty if there are none.
  readonly note: string;
  close(): void;
}

// A Moment has the inputs of a frame besides the picture and the camera.
export type Moment = {
  ink: Ink;
  ratio: number; // device pixels per CSS pixel
  now: number; // seconds
  fade: boolean; // fresh edges lose their colour gradually
  moving: boolean; // the user is moving the camera
  zooming: boolean; // the scale is changing: a frame drawn now would be visible only briefly
};

// place positions a canvas drawn for one camera so that it fits another.
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

// cityRadius returns CSS pixels, or 0 if cities are too close to distinguish.
export function cityRadius(picture: Picture, camera: Camera, seen: number): number {
  const apart = Math.sqrt((camera.width * camera.height) / Math.max(1, seen));
  if (picture.edges === 0) return Math.min(Math.max(apart / 5, 0.6), 3);
  return apart < 9 ? 0 : Math.min(apart / 8, 3);
}

// lineStyle returns the width in CSS pixels and the opacity of edges. Many edges are thin and
// translucent, so that crowded parts stand out.
export function lineStyle(camera: Camera, seen: number): { width: number; opacity: number } {
  const apart = Math.sqrt((camera.width * camera.height) / Math.max(1, seen));
  return { width: Math.min(Math.max(apart / 6, 0.8), 1.75), opacity: Math.min(Math.max(apart / 4, 0.45), 1) };
}
