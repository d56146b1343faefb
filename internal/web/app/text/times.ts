// Points in time as text. The text of the page is English; numbers and dates follow the reader's
// locale.
import { whole } from "./numbers";

const steps: [number, string][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [7, "day"],
];

// ago returns a relative time, such as 5 minutes ago, or the date if it is long past.
export function ago(time: string, now = Date.now()): string {
  let value = Math.max(0, (now - Date.parse(time)) / 1000);
  if (value < 5) return "just now";
  for (const [size, word] of steps) {
    if (value < size) {
      const count = Math.floor(value);
      return `${whole(count)} ${word}${count === 1 ? "" : "s"} ago`;
    }
    value /= size;
  }
  return new Intl.DateTimeFormat(navigator.language, { dateStyle: "medium" }).format(new Date(time));
}

// between returns the seconds between two moments.
export function between(from: string, to: string | undefined): number {
  return Math.max(0, ((to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1000);
}
