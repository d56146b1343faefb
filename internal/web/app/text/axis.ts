// CheckBox labels of an axis: short, with enough digits to distinguish ticks.
const locale = () => navigator.language;

// short formats a number such as 1.2M; in German, 1,2 Mio.
export function short(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumSignificantDigits: 4 }).format(value);
}

// ticks returns the labels of values that are step apart.
export function ticks(values: number[], step: number): string[] {
  const largest = Math.max(...values.map(Math.abs), step);
  if (largest < 1e-4) {
    const format = new Intl.NumberFormat(locale(), { notation: "scientific", maximumSignificantDigits: 2 });
    return values.map((value) => format.format(value));
  }
  const compact = largest >= 1e9;
  const unit = compact ? 1000 ** Math.floor(Math.log10(largest) / 3) : 1;
  const digits = digitsOf(step / unit);
  const format = new Intl.NumberFormat(locale(), { notation: compact ? "compact" : "standard", minimumFractionDigits: digits, maximumFractionDigits: digits });
  return values.map((value) => format.format(value));
}

// digitsOf returns the number of decimals of a number.
function digitsOf(value: number): number {
  let digits = 0;
  while (digits < 12 && Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) > 1e-6) digits++;
  return digits;
}

// timeTicks returns the labels of times in seconds that are step apart.
export function timeTicks(values: number[], step: number): string[] {
  if ((values[values.length - 1] ?? 0) < 120) return ticks(values, step).map((label) => `${label} s`);
  return values.map((value) => clock(Math.round(value)));
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
