import { useCallback } from "preact/hooks";
import { Canvas } from "./canvas";
import type { Ink } from "./ink";
import { heats, rampOf } from "./scale";

// Dots draws a permutation: row i has its dot in column columns[i]. With times, from 0 to 1, the
// colour encodes the time.
export function Dots(props: { label: string; title: string; columns: number[]; times?: number[]; ends?: [string, string] }) {
  const { columns, times } = props;
  const paint = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, ink: Ink) => {
      const ramp = times ? rampOf(heats.slice(2).map(ink)) : null;
      const n = columns.length;
      const side = Math.max(2, Math.min(width / n, 12));
      context.clearRect(0, 0, width, height);
      context.fillStyle = ink("var(--accent)");
      columns.forEach((column, row) => {
        if (ramp && times) {
          const at = 4 * Math.round(255 * (times[row] ?? 0));
          context.fillStyle = `rgb(${ramp[at]}, ${ramp[at + 1]}, ${ramp[at + 2]})`;
        }
        context.fillRect(((column + 0.5) * width) / n - side / 2, ((row + 0.5) * height) / n - side / 2, side, side);
      });
    },
    [columns, times],
  );
  return (
    <figure class="heat">
      <figcaption>{props.title}</figcaption>
      <Canvas label={props.label} paint={paint} />
      {props.ends && (
        <div class="heat-legend">
          <span>{props.ends[0]}</span>
          <span class="ramp late" aria-hidden="true" />
          <span>{props.ends[1]}</span>
        </div>
      )}
    </figure>
  );
}
