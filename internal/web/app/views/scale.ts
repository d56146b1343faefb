// A Scale maps values to the colours of a heat map, from 0 for the smallest to 1.
export type Scale = { low: number; high: number; logarithmic: boolean; share: (value: number) => number };

// muchLarger is the ratio of the largest value to the median non-zero value above which the scale is
// logarithmic: on a linear one, almost everything would look the same.
const muchLarger = 40;

export function scaleOf(values: readonly number[]): Scale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const some = values.filter((value) => value > 0).sort((a, b) => a - b);
  const middle = some[some.length >> 1] ?? 0;
  if (low >= 0 && middle > 0 && high > muchLarger * middle) {
    const most = Math.log1p(high / middle);
    return { low, high, logarithmic: true, share: (value) => Math.log1p(Math.max(value, 0) / middle) / most };
  }
  const range = high - low;
  return { low, high, logarithmic: false, share: (value) => (range > 0 ? (value - low) / range : 0) };
}

// heats are the colours, in even steps of lightness.
export const heats = Array.from({ length: 9 }, (_, i) => `var(--heat-${i})`);

// rampOf returns 256 interpolated colours, four bytes each.
export function rampOf(colours: string[]): Uint8ClampedArray {
  const ramp = new Uint8ClampedArray(4 * 256);
  const stops = colours.map((colour) => (colour.match(/[\d.]+/g) ?? ["0", "0", "0"]).map(Number));
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (stops.length - 1);
    const from = stops[Math.floor(at)] ?? [];
    const to = stops[Math.ceil(at)] ?? [];
    for (let part = 0; part < 3; part++) {
      const a = from[part] ?? 0;
      ramp[4 * i + part] = a + (at - Math.floor(at)) * ((to[part] ?? 0) - a);
    }
    ramp[4 * i + 3] = 255;
  }
  return ramp;
}
