import { useRef } from "preact/hooks";
import { cost, fixed, whole } from "../text/numbers";
import type { Slice, Slices } from "./data";
import { useSize } from "./ink";
import { List } from "./list";

const height = 150;
const margin = { left: 10, right: 10, top: 12, bottom: 24 };

// SlicesView shows a function along each coordinate through the best point.
export function SlicesView(props: { data: Slices; solution: number[] | null; ended: boolean }) {
  const { data } = props;
  const some = data.slices.length < data.dimensions ? `the first ${whole(data.slices.length)} of ${whole(data.dimensions)} dimensions` : "each dimension";
  return (
    <div class="view">
      <p class="readout">
        The function along {some}, through the best point {props.ended ? "found" : "so far"}. All other dimensions are fixed; each chart has its own vertical scale.
      </p>
      <div class="slices">
        {data.slices.map((slice) => (
          <SliceChart key={slice.dimension} slice={slice} />
        ))}
      </div>
      {props.solution && (
        <List title="Coordinates of the best point" heads={["Dimension", "Value"]} rows={props.solution.map((value, i) => [whole(i + 1), decimal(value, 6)])} />
      )}
    </div>
  );
}

function SliceChart(props: { slice: Slice }) {
  const { slice } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const low = Math.min(...slice.values);
  const high = Math.max(...slice.values);
  const x = (value: number) => margin.left + ((value - slice.low) / (slice.high - slice.low || 1)) * (width - margin.left - margin.right);
  const y = (value: number) => height - margin.bottom - ((value - low) / (high - low || 1)) * (height - margin.top - margin.bottom);
  const step = (slice.high - slice.low) / Math.max(slice.values.length - 1, 1);
  const path = slice.values.map((value, i) => `${i === 0 ? "M" : "L"}${x(slice.low + i * step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const found = valueAt(slice, step);
  return (
    <figure>
      <figcaption>
        <span>x{subscript(slice.dimension + 1)}</span> <span class="hint">{decimal(slice.at, 4)}</span>
      </figcaption>
      <div ref={box}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`Dimension ${slice.dimension + 1} from ${fixed(slice.low, 2)} to ${fixed(slice.high, 2)}: values from ${cost(low)} to ${cost(high)}, the point found is at ${decimal(slice.at, 4)}.`}
        >
          <line class="grid" x1={margin.left} x2={width - margin.right} y1={y(low)} y2={y(low)} />
          <line class="at" x1={x(slice.at)} x2={x(slice.at)} y1={margin.top} y2={height - margin.bottom} />
          <path class="curve" d={path} />
          <path class="point" d={diamond(x(slice.at), y(found))} />
          <text x={margin.left} y={height - 6}>
            {fixed(slice.low, 2)}
          </text>
          <text x={width - margin.right} y={height - 6} text-anchor="end">
            {fixed(slice.high, 2)}
          </text>
        </svg>
      </div>
    </figure>
  );
}

// valueAt interpolates the function between the two nearest values.
function valueAt(slice: Slice, step: number): number {
  const place = Math.min(Math.max((slice.at - slice.low) / (step || 1), 0), slice.values.length - 1);
  const before = slice.values[Math.floor(place)] ?? 0;
  const after = slice.values[Math.ceil(place)] ?? before;
  return before + (place - Math.floor(place)) * (after - before);
}

const diamond = (x: number, y: number) => `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`;

const subscript = (n: number) => String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);

// decimal omits the minus of values that round to zero.
const decimal = (value: number, digits: number) => fixed(Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value, digits);
