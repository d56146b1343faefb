// JSON with exact seeds. They go up to 2^64, and a JavaScript number is exact only up to 2^53: a larger
// seed is a string here, so that String(seed) is always exact.

type Context = { source?: string };
type Parse = (text: string, reviver: (key: string, value: unknown, context?: Context) => unknown) => unknown;
type Raw = { rawJSON?: (text: string) => unknown };

export function parseExact<T>(text: string): T {
  return (JSON.parse as Parse)(text, (key, value, context) =>
    key === "seed" && typeof value === "number" && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
  ) as T;
}

// writeExact writes a string seed as a number.
export function writeExact(value: unknown): string {
  const raw = (JSON as Raw).rawJSON ?? Number;
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "seed" && typeof inner === "string" && /^(0|[1-9][0-9]*)$/.test(inner) ? raw(inner) : inner,
  );
}
