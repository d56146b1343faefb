// Geographic distances, in the unit chosen by the reader.
import { cost, fixed, whole } from "./numbers";

export type Unit = "km" | "miles";

const key = "tourmaline.distances";
const metresOf = { km: 1000, miles: 1609.344 };
const shortOf = { km: "km", miles: "mi" };

// chosenUnit returns the stored choice, or the usual unit of the reader's locale.
export function chosenUnit(): Unit {
  const stored = localStorage.getItem(key);
  if (stored === "km" || stored === "miles") return stored;
  return /-(US|GB|LR|MM)$/.test(navigator.language) ? "miles" : "km";
}

const listeners = new Set<(unit: Unit) => void>();

export function chooseUnit(unit: Unit): void {
  localStorage.setItem(key, unit);
  for (const listener of listeners) listener(unit);
}

// onUnit calls the listener on each change until the returned function is called.
export function onUnit(listener: (unit: Unit) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// distance has about three digits, such as 832 km, 12.4 mi, 340 m, 500 ft.
export function distance(metres: number, unit: Unit): string {
  const far = metres / metresOf[unit];
  if (far >= 0.995 || metres === 0) return `${figures(far)} ${shortOf[unit]}`;
  return unit === "km" ? `${figures(metres)} m` : `${figures(metres / 0.3048)} ft`;
}

// amount formats a cost: metres as a distance, other costs with their unit.
export function amount(value: number, costUnit: string | undefined, unit: Unit): string {
  return costUnit === "m" ? distance(value, unit) : cost(value, costUnit);
}

// Scale converts costs to the unit in which a reader compares them.
export type Scale = { factor: number; unit: string | undefined };

// scaleOf returns the scale for costs of about a size: kilometres or miles for long distances in
// metres, otherwise the unit of the costs.
export function scaleOf(size: number, costUnit: string | undefined, unit: Unit): Scale {
  if (costUnit !== "m" || size < 10 * metresOf[unit]) return { factor: 1, unit: costUnit };
  return { factor: 1 / metresOf[unit], unit: shortOf[unit] };
}

// figures formats a positive number with about three digits.
export function figures(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return whole(value);
  if (value === 0) return whole(0);
  return fixed(value, Math.min(Math.max(2 - Math.floor(Math.log10(value)), 0), 8));
}
