// Points in time, as words. The words of the page are English; its numbers and dates are as the
// reader writes them.
import { whole } from "./numbers";

const steps: [number, string][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [7, "day"],
];

// ago is how long something is past, such as 5 minutes ago, and the date when it is long.
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

// between is the time from one moment to another, in seconds.
export function between(from: string, to: string | undefined): number {
  return Math.max(0, ((to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1000);
}
