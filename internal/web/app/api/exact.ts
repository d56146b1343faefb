// JSON with seeds to the last digit. They go up to 2^64, and a JavaScript number is exact up to
// 2^53 only: a larger seed is a text here, so that String(seed) is always right.

type Context = { source?: string };
type Parse = (text: string, reviver: (key: string, value: unknown, context?: Context) => unknown) => unknown;
type Raw = { rawJSON?: (text: string) => unknown };

export function parseExact<T>(text: string): T {
  return (JSON.parse as Parse)(text, (key, value, context) =>
    key === "seed" && typeof value === "number" && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
  ) as T;
}

// writeExact writes a seed that is a text as the number that it is.
export function writeExact(value: unknown): string {
  const raw = (JSON as Raw).rawJSON ?? Number;
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "seed" && typeof inner === "string" && /^(0|[1-9][0-9]*)$/.test(inner) ? raw(inner) : inner,
  );
}
