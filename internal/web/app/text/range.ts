import type { ParamInfo } from "../api/types";

// range describes the range of a parameter, such as 2 to 1,000.
export function range(param: Pick<ParamInfo, "type" | "min" | "max" | "exclusiveMin" | "exclusiveMax">): string {
  const text = (value: number) => new Intl.NumberFormat(navigator.language, { maximumSignificantDigits: 12 }).format(value);
  const { min, max } = param;
  if (min !== undefined && max !== undefined && !param.exclusiveMin && !param.exclusiveMax) return `${text(min)} to ${text(max)}`;
  const parts: string[] = [];
  if (min !== undefined) parts.push(`${param.exclusiveMin ? "more than" : "at least"} ${text(min)}`);
  if (max !== undefined) parts.push(`${param.exclusiveMax ? "less than" : "at most"} ${text(max)}`);
  return parts.join(", ");
}
