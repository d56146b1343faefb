// Costs of islands over time, as a grid of gaps to the overall best.
export type IslandCosts = { seconds: number; costs: number[] };

// A Grid has a row for each island and a column for each part of the time.
export type Grid = { rows: number; columns: number; gaps: Float32Array; from: number; to: number; most: number; best: number };

// gridOf uses the last costs of each time interval; gaps are relative to the best cost.
export function gridOf(history: IslandCosts[], columns: number): Grid {
  const rows = Math.max(0, ...history.map((sample) => sample.costs.length));
  const from = history[0]?.seconds ?? 0;
  const to = history.at(-1)?.seconds ?? 0;
  const best = history.reduce((least, sample) => sample.costs.reduce((a, b) => Math.min(a, b), least), Infinity);
  const gaps = new Float32Array(rows * columns).fill(NaN);
  for (const { seconds, costs } of history) {
    const column = to > from ? Math.min(columns - 1, Math.floor(((seconds - from) / (to - from)) * columns)) : 0;
    costs.forEach((cost, row) => (gaps[row * columns + column] = gapOf(cost, best)));
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const at = row * columns + column;
      if (Number.isNaN(gaps[at]!)) gaps[at] = gaps[at - 1]!;
    }
  }
  return { rows, columns, gaps, from, to, most: high(gaps), best };
}

export function gapOf(cost: number, best: number): number {
  return (cost - best) / (Math.abs(best) || 1);
}

// high returns a high quantile of the gaps: the first costs are far above all others.
function high(gaps: Float32Array): number {
  const sorted = gaps.filter((gap) => !Number.isNaN(gap)).sort();
  return sorted[Math.floor(0.97 * sorted.length)] || sorted.at(-1) || 1e-4;
}

// shade maps a gap to 0 to 1, with more resolution for small gaps, which matter at the end.
export function shade(gap: number, most: number): number {
  return Math.sqrt(Math.min(1, Math.max(0, gap / most)));
}
