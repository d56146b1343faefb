// The text alternative of a chart.
import { cost, duration, percent, whole } from "../text/numbers";
import type { Curve } from "./points";

export function summaryOf(curves: Curve[], bestKnown: number | undefined, bound: number | undefined, gaps = false): string {
  const sentences = curves.map((curve) => sentenceOf(curve, curves.length > 1, gaps));
  if (bestKnown !== undefined) sentences.push(`The best known cost is ${cost(bestKnown)}.`);
  if (bound !== undefined) sentences.push(`No solution costs less than ${cost(bound)}.`);
  return sentences.join(" ");
}

function sentenceOf({ label, points }: Curve, named: boolean, gaps: boolean): string {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined) return named ? `${label}: no solution yet.` : "No solution yet.";
  const found = points.findIndex((point) => point.cost === last.cost);
  const at = points[found] ?? last;
  const [what, text] = gaps ? ["gap", percent] : ["best cost", cost];
  const fall = gaps || first.cost === 0 ? "" : ` (${percent((100 * (first.cost - last.cost)) / Math.abs(first.cost), 1)} less)`;
  return `${named ? `${label}: the` : "The"} ${what} fell from ${text(first.cost)} to ${text(last.cost)}${fall}, found after ${duration(at.seconds)} and ${whole(at.step)} steps.`;
}
