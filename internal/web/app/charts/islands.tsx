import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { cost, duration, percent } from "../text/numbers";
import { resolved } from "../theme";
import { useTheme } from "./colours";
import { gapOf, gridOf, shade, type Grid, type IslandCosts } from "./islandgrid";

const columns = 240;
const steps = 64; // of the colour scale

// Islands is a timeline with a row for each island, coloured by the gap of its best to the overall
// best.
export function Islands(props: { history: IslandCosts[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hover, setHover] = useState<{ row: number; column: number } | null>(null);
  const theme = useTheme();
  const grid = useMemo(() => gridOf(props.history, columns), [props.history]);
  const scale = useRef<string[]>([]);
  useLayoutEffect(() => {
    scale.current = canvas.current?.parentElement ? scaleOf(canvas.current.parentElement) : [];
  }, [theme]);
  useLayoutEffect(() => {
    if (canvas.current !== null) draw(canvas.current, grid, scale.current);
  }, [grid, theme]);
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const within = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    setHover({ row: within((event.clientY - box.top) / box.height, grid.rows), column: within((event.clientX - box.left) / box.width, columns) });
  };
  const rowHeight = Math.min(20, Math.max(5, 200 / grid.rows));
  return (
    <figure class="chart islands">
      <p class="islands-said">{hover === null ? "Each row is an island; time runs from left to right." : hoverText(grid, hover)}</p>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Costs of ${grid.rows} islands over time; the table below has the latest.`}
        style={{ height: `${Math.round(rowHeight * grid.rows)}px` }}
        onPointerMove={point}
        onPointerLeave={() => setHover(null)}
      />
      <div class="chart-foot">
        <span>{duration(grid.from)}</span>
        <span class="islands-scale">
          best <i /> {percent(100 * grid.most)} above
        </span>
        <span>{duration(grid.to)}</span>
      </div>
      <IslandTable history={props.history} best={grid.best} />
    </figure>
  );
}

function hoverText(grid: Grid, at: { row: number; column: number }): string {
  const gap = grid.gaps[at.row * grid.columns + at.column] ?? NaN;
  const seconds = grid.from + ((at.column + 0.5) / grid.columns) * (grid.to - grid.from);
  return `Island ${at.row + 1} at ${duration(seconds)}: ${Number.isNaN(gap) ? "nothing yet" : `${percent(100 * gap)} above the best`}`;
}

// IslandTable shows the current costs as numbers.
function IslandTable(props: { history: IslandCosts[]; best: number }) {
  const last = props.history.at(-1);
  if (last === undefined) return null;
  const improved = (row: number) => props.history.find((sample) => sample.costs[row] === last.costs[row])?.seconds ?? last.seconds;
  return (
    <details>
      <summary>As a table</summary>
      <div class="islands-table" tabIndex={0} role="region" aria-label="Costs of the islands">
        <table>
          <thead>
            <tr>
              <th scope="col">Island</th>
              <th scope="col">Cost</th>
              <th scope="col">Above best</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {last.costs.map((value, row) => (
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                <td>{cost(value)}</td>
                <td>{percent(100 * gapOf(value, props.best))}</td>
                <td>{duration(improved(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function scaleOf(host: HTMLElement): string[] {
  return Array.from({ length: steps + 1 }, (_, step) => resolved(`color-mix(in oklab, var(--island-far) ${(100 * step) / steps}%, var(--island-best))`, host));
}

function draw(canvas: HTMLCanvasElement, grid: Grid, scale: string[]): void {
  canvas.width = grid.columns;
  canvas.height = Math.max(1, grid.rows) * 4; // three lines of colour and one between rows
  const context = canvas.getContext("2d");
  if (context === null) return;
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const gap = grid.gaps[row * grid.columns + column] ?? NaN;
      if (Number.isNaN(gap)) continue;
      context.fillStyle = scale[Math.round(steps * shade(gap, grid.most))] ?? "gray";
      context.fillRect(column, 4 * row, 1, grid.rows > 24 ? 4 : 3);
    }
  }
}
