import type { MapColours } from "./colours";
import type { Spot } from "./tiles";
import type { Name } from "./vector";

type Placed = { left: number; right: number; top: number; bottom: number };

// drawNames draws place names without overlap, the most important first.
export function drawNames(context: CanvasRenderingContext2D, tiles: { spot: Spot; names: Name[] }[], colours: MapColours): void {
  const all = tiles.flatMap(({ spot, names }) => names.map(({ x, y, text, rank }) => ({ x: spot.left + x * spot.size, y: spot.top + y * spot.size, text, rank })));
  all.sort((a, b) => a.rank - b.rank);
  context.font = '500 12px system-ui, "DejaVu Sans", sans-serif';
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = colours.land;
  context.fillStyle = colours.text;
  const placed: Placed[] = [];
  for (const { x, y, text } of all) {
    const half = context.measureText(text).width / 2 + 4;
    const box = { left: x - half, right: x + half, top: y - 10, bottom: y + 10 };
    if (placed.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)) continue;
    placed.push(box);
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
