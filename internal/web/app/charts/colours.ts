// Colours of the style sheet for drawing on a canvas.
import { useEffect, useState } from "preact/hooks";
import { onTheme } from "../theme";

const series = 8; // --series-1 to --series-8 of style/charts.css

// seriesColour returns the colour of a curve by its index.
export function seriesColour(index: number): string {
  return `var(--series-${(index % series) + 1})`;
}

// useTheme returns a number that changes with the theme.
export function useTheme(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => onTheme(() => setVersion((before) => before + 1)), []);
  return version;
}
