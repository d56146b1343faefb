// Pasted coordinates are a table with or without a header.
import { plainReading, type Reading } from "./reading";

export const orders = ["x, y", "latitude, longitude", "longitude, latitude"] as const;
export type Order = (typeof orders)[number];

export const pastedFile = "pasted.csv";

const degrees = /(^|[,;\t ])\s*-?\d{1,2}[.,]\d{3,}\s*[,;\t ]\s*-?\d{1,3}[.,]\d{3,}\s*$/;
const namedDegrees = /^\s*["']?\p{L}.*[,;\t ]\s*-?\d{1,2}[.,]\d{2,}\s*[,;\t ]\s*-?\d{1,3}[.,]\d{2,}\s*$/u;

// guessOrder treats pairs of at most 90 and 180 with at least three decimals as degrees; after a name,
// with at least two.
export function guessOrder(text: string): Order {
  const lines = linesOf(text).slice(0, 20);
  return lines.length > 0 && lines.every((line) => degrees.test(line) || namedDegrees.test(line)) ? "latitude, longitude" : "x, y";
}

// readingOfPasted returns the columns, unless a header names them.
export function readingOfPasted(text: string, order: Order): Reading {
  const first = linesOf(text)[0] ?? "";
  if (order === "x, y" || !/\d/.test(first)) return plainReading;
  const at = /^\s*["']?[-+.\d]/.test(first) && fieldCount(first) === 2 ? 1 : 2;
  const [one, two] = order === "latitude, longitude" ? (["lat", "lon"] as const) : (["lon", "lat"] as const);
  const columns = { [one]: String(at), [two]: String(at + 1), ...(at === 2 && { name: "1" }) };
  return { ...plainReading, columns };
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

function fieldCount(line: string): number {
  const separator = [/;/, /\t/, /,/].find((each) => each.test(line)) ?? /\s+/;
  return line.trim().split(separator).length;
}
