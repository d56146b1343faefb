// Colours of the style sheet for what is drawn on a canvas.
import { useEffect, useState } from "preact/hooks";
import { onTheme } from "../theme";

const series = 8; // --series-1 to --series-8 of style/charts.css

// seriesColour is the colour of a curve, by its place.
export function seriesColour(index: number): string {
  return `var(--series-${(index % series) + 1})`;
}

// useTheme is a number that changes with the colours of the page.
export function useTheme(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => onTheme(() => setVersion((before) => before + 1)), []);
  return version;
}
