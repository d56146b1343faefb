// The positions of the stops and the direction of a short tour.
import type { Camera } from "./camera";
import type { Pens } from "./marks";
import type { Picture } from "./picture";

export const mostNumbered = 200; // cities; with more, the drawing has no room

const shortest = 44; // pixels of an edge with an arrow
const size = 5; // pixels, half of the length of an arrow
const room = 13; // pixels between two numbers

type Point = [number, number];

// An Arrow is the middle of an edge and its direction in radians.
export type Arrow = { x: number; y: number; angle: number };

// drawNumbers draws an arrow on each edge that is long enough, and the position of each city where no
// other number is.
export function drawNumbers(context: CanvasRenderingContext2D, camera: Camera, picture: Picture, pens: Pens): void {
  const at = (city: number): Point => camera.toScreen(picture.places[2 * city]!, picture.places[2 * city + 1]!);
  context.fillStyle = pens.tour;
  for (let edge = 0; edge < picture.edges; edge++) {
    const [from, to] = picture.ends(edge);
    const arrow = arrowOf(at(from), at(to));
    if (arrow !== null) drawArrow(context, arrow);
  }
  context.font = '600 11px system-ui, "DejaVu Sans", sans-serif';
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = pens.ground;
  context.fillStyle = pens.mark;
  for (const { position, x, y } of numbersOf([...picture.order].map(at))) {
    context.strokeText(String(position), x + 6, y - 7);
    context.fillText(String(position), x + 6, y - 7);
  }
}

// arrowOf returns the arrow of an edge, or null if the edge is too short.
export function arrowOf([ax, ay]: Point, [bx, by]: Point): Arrow | null {
  if (Math.hypot(bx - ax, by - ay) < shortest) return null;
  return { x: (ax + bx) / 2, y: (ay + by) / 2, angle: Math.atan2(by - ay, bx - ax) };
}

function drawArrow(context: CanvasRenderingContext2D, { x, y, angle }: Arrow): void {
  const corner = (along: number, across: number): Point => [
    x + along * Math.cos(angle) - across * Math.sin(angle),
    y + along * Math.sin(angle) + across * Math.cos(angle),
  ];
  context.beginPath();
  context.moveTo(...corner(size, 0));
  context.lineTo(...corner(-size, size));
  context.lineTo(...corner(-size, -size));
  context.fill();
}

// numbersOf returns the positions from 1 that have room, the first ones first.
export function numbersOf(points: Point[]): { position: number; x: number; y: number }[] {
  const placed: { position: number; x: number; y: number }[] = [];
  points.forEach(([x, y], k) => {
    const near = placed.some((other) => Math.abs(other.x - x) < room && Math.abs(other.y - y) < room);
    if (!near) placed.push({ position: k + 1, x, y });
  });
  return placed;
}
