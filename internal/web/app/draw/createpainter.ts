import { Flat } from "./flat";
import { Gl } from "./gl/painter";
import type { Painter } from "./painter";

// createPainter returns a WebGL2 painter, or a 2D one if WebGL2 is missing.
export function createPainter(canvas: HTMLCanvasElement): Painter {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true });
  if (gl !== null) return new Gl(gl, canvas);
  const flat = canvas.getContext("2d");
  if (flat === null) throw new Error("this browser supports neither WebGL2 nor a 2D canvas");
  return new Flat(flat, canvas);
}
