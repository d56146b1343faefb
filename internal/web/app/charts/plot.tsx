// A uPlot that follows its data, its size and the theme.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { resolved } from "../theme";
import { useTheme } from "./colours";

export type Line = { colour: string; kind: "best" | "current" };
export type Mark = { at: number; colour: string; dash: number[] };

type Props = {
  data: uPlot.AlignedData;
  lines: Line[];
  height: number;
  range: [number, number];
  across: Mark[]; // horizontal lines: known costs
  marker: number | undefined; // a vertical line
  xTicks: (values: number[], step: number) => string[];
  yTicks: (values: number[], step: number) => string[];
  onHover: (x: number | null) => void;
};

export function Plot(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const colours = useRef(new Map<string, string>());
  const theme = useTheme();
  const shape = props.lines.map((line) => line.kind + line.colour).join(" ");

  useLayoutEffect(() => {
    const host = place.current;
    if (host === null) return;
    const colour = (name: string) => {
      let found = colours.current.get(name);
      if (found === undefined) colours.current.set(name, (found = resolved(name, host)));
      return found;
    };
    plot.current = new uPlot(options(host, () => latest.current, colour), latest.current.data, host);
    const observer = new ResizeObserver(() => {
      if (host.clientWidth > 0) plot.current?.setSize({ width: host.clientWidth, height: latest.current.height });
    });
    observer.observe(host);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape, props.height]);

  useEffect(() => plot.current?.setData(props.data), [props.data, props.range[0], props.range[1]]);
  useEffect(() => {
    colours.current.clear();
    plot.current?.redraw(false);
  }, [theme, props.marker, props.across.map((mark) => mark.at).join()]);

  return <div class="plot" ref={place} style={{ height: `${props.height}px` }} />;
}

function options(host: HTMLElement, props: () => Props, colour: (name: string) => string): uPlot.Options {
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: () => colour("var(--quiet)"), font, grid: { stroke: () => colour("var(--line)"), width: 1 }, ticks: { show: false } };
  return {
    width: host.clientWidth || 320,
    height: props().height,
    padding: [10, 14, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: (_, __, high) => [0, high > 0 ? high : 1] }, y: { range: () => props().range } },
    axes: [
      { ...axis, size: 30, gap: 6, space: 70, values: (_, values, __, ___, step) => props().xTicks(values, step) },
      { ...axis, size: width, gap: 6, space: 34, values: (_, values, __, ___, step) => props().yTicks(values, step) },
    ],
    series: [{}, ...props().lines.map((line) => seriesOf(line, colour))],
    hooks: {
      setCursor: [(u) => props().onHover(u.cursor.left === undefined || u.cursor.left < 0 ? null : u.posToVal(u.cursor.left, "x"))],
      draw: [(u) => drawMarks(u, props(), colour)],
    },
  };
}

// width returns the width of the vertical axis labels.
function width(u: uPlot, labels: string[] | null): number {
  u.ctx.font = String(u.axes[1]?.font?.[0] ?? "12px sans-serif");
  const widest = Math.max(0, ...(labels ?? []).map((label) => u.ctx.measureText(label).width));
  return Math.ceil(widest / devicePixelRatio) + 14;
}

function seriesOf(line: Line, colour: (name: string) => string): uPlot.Series {
  const best = line.kind === "best";
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    stroke: () => colour(line.colour),
    width: best ? 2 : 1,
    alpha: best ? 1 : 0.35,
    spanGaps: true,
    points: { show: false },
    ...(stepped ? { paths: stepped } : {}), // a cost holds until the next point
  };
}

function drawMarks(u: uPlot, props: Props, colour: (name: string) => string): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const mark of props.across) {
    const y = Math.round(u.valToPos(mark.at, "y", true));
    ctx.strokeStyle = colour(mark.colour);
    ctx.setLineDash(mark.dash.map((length) => length * devicePixelRatio));
    stroke(ctx, bbox.left, y, bbox.left + bbox.width, y);
  }
  if (props.marker !== undefined) {
    const x = Math.round(u.valToPos(props.marker, "x", true));
    ctx.strokeStyle = colour("var(--fresh)");
    ctx.setLineDash([]);
    stroke(ctx, x, bbox.top, x, bbox.top + bbox.height);
  }
  ctx.restore();
}

function stroke(ctx: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}
