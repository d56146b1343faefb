import { useMemo, useRef } from "preact/hooks";
import { Figure } from "../parts/figure";
import { whole } from "../text/numbers";
import type { Signs } from "./data";
import { useSize } from "./ink";
import { List } from "./list";

const height = 260;
const margin = { left: 40, right: 8, top: 10, bottom: 26 };

// SignsView shows the required and the found frequency of each product of a row with the signs. A
// perceptron is solved when the two are equal everywhere.
export function SignsView(props: { data: Signs; solution: number[] | null }) {
  const { data } = props;
  const values = useMemo(() => data.labels.map((label, i) => ({ label, wanted: data.wanted[i] ?? 0, found: data.found?.[i] ?? 0 })), [data]);
  const found = (data.found?.length ?? 0) > 0;
  const off = values.reduce((sum, value) => sum + Math.abs(value.wanted - value.found), 0);
  const negative = values.reduce((sum, value) => sum + (value.label < 0 ? value.found : 0), 0);
  return (
    <div class="view">
      <Histogram values={values} />
      <ul class="groups">
        <li>
          <span class="swatch found" aria-hidden="true" /> found
        </li>
        <li>
          <span class="swatch wanted" aria-hidden="true" /> required
        </li>
      </ul>
      {found && (
        <dl class="figures">
          <Figure label="Difference of the counts" value={whole(off)} hint={off === 0 ? "solved: all products match" : "0 is a solution"} />
          <Figure label="Negative products" value={whole(negative)} hint="a solution has none" />
        </dl>
      )}
      {props.solution && <Signs solution={props.solution} />}
      <List
        title="Products in numbers"
        heads={["Product", "Wanted", "Found"]}
        rows={values.filter((value) => value.wanted + value.found > 0).map((value) => [whole(value.label), whole(value.wanted), whole(value.found)])}
      />
    </div>
  );
}

type Value = { label: number; wanted: number; found: number };

// Histogram has bars for the found frequencies and brackets for the required ones.
function Histogram(props: { values: Value[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const values = between(props.values);
  const most = Math.max(1, ...values.map((value) => Math.max(value.wanted, value.found)));
  const step = Math.max(width - margin.left - margin.right, 1) / Math.max(values.length, 1);
  const y = (count: number) => height - margin.bottom - ((height - margin.top - margin.bottom) * count) / most;
  const labels = Math.max(1, Math.ceil((values.length * 44) / Math.max(width, 1)));
  return (
    <div class="histogram" ref={box}>
      <svg width={width} height={height} role="img" aria-label="Required and found frequency of each product. The table below has the numbers.">
        {ticks(most).map((count) => (
          <g key={count}>
            <line class="grid" x1={margin.left} x2={width - margin.right} y1={y(count)} y2={y(count)} />
            <text x={margin.left - 8} y={y(count) + 4} text-anchor="end">
              {whole(count)}
            </text>
          </g>
        ))}
        {values.map((value, i) => {
          const x = margin.left + i * step;
          const wide = Math.max(step * 0.64, 1);
          const left = x + (step - wide) / 2;
          return (
            <g key={value.label}>
              <title>{`${whole(value.label)}: required ${whole(value.wanted)}, found ${whole(value.found)}`}</title>
              <rect class="found" x={left} y={y(value.found)} width={wide} height={y(0) - y(value.found)} />
              {value.wanted > 0 && <path class="wanted" d={`M${x + 1} ${y(0)}V${y(value.wanted)}H${x + step - 1}V${y(0)}`} />}
              {i % labels === 0 && (
                <text x={x + step / 2} y={height - 8} text-anchor="middle">
                  {whole(value.label)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

// between trims empty entries at both ends.
function between(values: Value[]): Value[] {
  const some = (value: Value) => value.wanted + value.found > 0;
  const first = values.findIndex(some);
  return first < 0 ? [] : values.slice(first, values.findLastIndex(some) + 1);
}

function ticks(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((size) => most / size <= 5) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

function Signs(props: { solution: number[] }) {
  const plus = props.solution.filter((sign) => sign > 0).length;
  const rows = props.solution.map((sign) => (sign > 0 ? "+" : "−")).join("").match(/.{1,10}/g) ?? [];
  return (
    <details class="list">
      <summary>
        Signs: {whole(plus)} plus, {whole(props.solution.length - plus)} minus
      </summary>
      <p class="signs">{rows.join(" ")}</p>
    </details>
  );
}
