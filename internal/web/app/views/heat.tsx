import { useCallback, useMemo } from "preact/hooks";
import { cost } from "../text/numbers";
import { Canvas } from "./canvas";
import { heats, rampOf, scaleOf } from "./scale";
import type { Ink } from "./ink";

export type Cell = { row: number; column: number };

// A HeatMap is a square matrix as colours. The pointer or the arrow keys select a cell.
export function HeatMap(props: {
  title: string;
  label: string;
  size: number;
  values: number[]; // row by row
  cell: Cell | null;
  onCell: (cell: Cell | null) => void;
  readout: string; // id of the element that describes the cell
}) {
  const { size, values, cell } = props;
  const scale = useMemo(() => scaleOf(values), [values]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, ink: Ink) => {
      context.clearRect(0, 0, width, height);
      context.imageSmoothingEnabled = false;
      context.drawImage(picture(size, values.map(scale.share), ink), 0, 0, width, height);
      if (cell) frame(context, cell, width / size, height / size, ink);
    },
    [size, values, scale, cell],
  );
  const point = (x: number, y: number) => props.onCell({ row: within(y * size, size), column: within(x * size, size) });
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") return props.onCell(null);
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const from = cell ?? { row: 0, column: 0 };
    props.onCell({ row: within(from.row + step[0], size), column: within(from.column + step[1], size) });
  };
  return (
    <figure class="heat">
      <figcaption>{props.title}</figcaption>
      <Canvas
        label={`${props.label} Values from ${cost(scale.low)} to ${cost(scale.high)}. Use the arrow keys to read single cells.`}
        describedBy={props.readout}
        paint={paint}
        onPoint={point}
        onLeave={() => props.onCell(null)}
        onKeyDown={key}
      />
      <div class="heat-legend">
        <span>{cost(scale.low)}</span>
        <span class="ramp" aria-hidden="true" />
        <span>{cost(scale.high)}</span>
        {scale.logarithmic && <span>logarithmic</span>}
      </div>
    </figure>
  );
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const within = (place: number, size: number) => Math.min(Math.max(Math.floor(place), 0), size - 1);

// picture returns an image with a pixel per cell.
function picture(size: number, shares: number[], ink: Ink): HTMLCanvasElement {
  const small = document.createElement("canvas");
  small.width = small.height = size;
  const context = small.getContext("2d");
  if (!context) return small;
  const image = context.createImageData(size, size);
  const ramp = rampOf(heats.map(ink));
  shares.forEach((share, i) => {
    const colour = 4 * Math.round(255 * Math.min(Math.max(share, 0), 1));
    image.data.set(ramp.subarray(colour, colour + 4), 4 * i);
  });
  context.putImageData(image, 0, 0);
  return small;
}

// frame marks a cell with two lines, visible on every colour.
function frame(context: CanvasRenderingContext2D, cell: Cell, width: number, height: number, ink: Ink): void {
  const box = [cell.column * width - 1, cell.row * height - 1, width + 2, height + 2] as const;
  context.lineWidth = 4;
  context.strokeStyle = ink("var(--surface)");
  context.strokeRect(...box);
  context.lineWidth = 2;
  context.strokeStyle = ink("var(--text)");
  context.strokeRect(...box);
}
