import { resolved } from "../theme";
import type { Colour, Ink } from "./types";

// inkOf reads the theme colours at an element.
export function inkOf(host: HTMLElement): Ink {
  const read = (token: string, alpha = 1): Colour => {
    const [red = 0, green = 0, blue = 0] = (resolved(`var(${token})`, host).match(/[\d.]+/g) ?? []).map(Number);
    return [red / 255, green / 255, blue / 255, alpha];
  };
  return { tour: read("--tour"), city: read("--city"), fresh: read("--fresh"), trail: read("--trail", 0.5) };
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
