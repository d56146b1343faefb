// Numbers and times in the reader's locale.
const locale = () => navigator.language;

export function whole(value: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }).format(value);
}

// cost formats enough digits to distinguish solutions, and the unit if there is one.
export function cost(value: number, unit = ""): string {
  if (value !== 0 && Math.abs(value) < 1e-3) {
    return new Intl.NumberFormat(locale(), { notation: "scientific", maximumSignificantDigits: 3 }).format(value);
  }
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) >= 1000 ? 1 : 4;
  const text = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
  return unit === "" ? text : `${text} ${unit}`;
}

export function percent(value: number, digits = 2): string {
  return new Intl.NumberFormat(locale(), { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value / 100);
}

export function fixed(value: number, digits: number): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

// duration formats seconds, such as 0.8 ms, 0.42 s, 12.3 s, 4 min 05 s.
export function duration(seconds: number): string {
  if (seconds > 0 && seconds < 0.01) return `${fixed(1000 * seconds, 1)} ms`;
  if (seconds < 10) return `${fixed(seconds, 2)} s`;
  if (seconds < 60) return `${fixed(seconds, 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${fixed(value, unit === 0 ? 0 : 1)} ${units[unit]}`;
}

export function moment(time: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium" }).format(new Date(time));
}
