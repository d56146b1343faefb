// degrees such as 11.5° E; 0° and 180° have no side.
function degrees(value: number, positive: string, negative: string, digits: number): string {
  const rounded = Math.round(Math.abs(value) * 10 ** digits) / 10 ** digits;
  const side = rounded === 0 || rounded === 180 ? "" : value > 0 ? ` ${positive}` : ` ${negative}`;
  return `${new Intl.NumberFormat(navigator.language, { maximumFractionDigits: digits }).format(rounded)}°${side}`;
}

export function latitudeText(value: number, digits = 3): string {
  return degrees(value, "N", "S", digits);
}

export function longitudeText(value: number, digits = 3): string {
  return degrees(value, "E", "W", digits);
}
