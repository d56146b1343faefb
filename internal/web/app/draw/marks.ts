import { resolved } from "../theme";
import type { Camera } from "./camera";
import type { Graticule } from "./graticule";
import type { Picture } from "./picture";

// A Mark is a city with a letter: S where a path starts, E where it ends.
export type Mark = { city: number; letter: string };

// Pens are the CSS colours of everything but the lines of the tour.
export type Pens = { line: string; text: string; ground: string; mark: string; onMark: string; tour: string };

// pensOf reads the theme colours at an element.
export function pensOf(host: HTMLElement): Pens {
  const read = (token: string) => resolved(`var(${token})`, host);
  return { line: read("--line"), text: read("--quiet"), ground: read("--sunken"), mark: read("--text"), onMark: read("--ground"), tour: read("--tour") };
}

const font = (size: number, weight = 500) => `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;

export function drawGraticule(context: CanvasRenderingContext2D, camera: Camera, { meridians, parallels }: Graticule, pens: Pens): void {
  context.beginPath();
  for (const { at } of meridians) {
    context.moveTo(Math.round(at) + 0.5, 0);
    context.lineTo(Math.round(at) + 0.5, camera.height);
  }
  for (const { at } of parallels) {
    context.moveTo(0, Math.round(at) + 0.5);
    context.lineTo(camera.width, Math.round(at) + 0.5);
  }
  context.strokeStyle = pens.line;
  context.lineWidth = 1;
  context.stroke();
}

export function labelGraticule(context: CanvasRenderingContext2D, camera: Camera, { meridians, parallels }: Graticule, pens: Pens): void {
  context.font = font(11);
  context.fillStyle = pens.text;
  context.strokeStyle = pens.ground;
  context.lineWidth = 3;
  context.lineJoin = "round";
  const write = (text: string, x: number, y: number) => {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  };
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const { at, text } of meridians) if (at > 60 && at < camera.width - 70) write(text, at, 6);
  context.textAlign = "left";
  context.textBaseline = "middle";
  for (const { at, text } of parallels) if (at > 30 && at < camera.height - 50) write(text, 6, at);
}

export function drawMarks(context: CanvasRenderingContext2D, camera: Camera, picture: Picture, marks: Mark[], pens: Pens): void {
  context.font = font(11, 700);
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { city, letter } of marks) {
    const [x, y] = camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
    context.beginPath();
    context.arc(x, y - 16, 9, 0.8 * Math.PI, 0.2 * Math.PI);
    context.lineTo(x, y);
    context.closePath();
    context.fillStyle = pens.mark;
    context.strokeStyle = pens.ground;
    context.lineWidth = 2;
    context.stroke();
    context.fill();
    context.fillStyle = pens.onMark;
    context.fillText(letter, x, y - 15.5);
  }
}

// drawRing marks the selected city.
export function drawRing(context: CanvasRenderingContext2D, camera: Camera, picture: Picture, city: number, pens: Pens): void {
  const [x, y] = camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
  for (const [colour, width] of [
    [pens.ground, 5],
    [pens.mark, 2],
  ] as const) {
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}
