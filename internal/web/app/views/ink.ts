// A canvas needs its size on the screen, and colours, which it cannot read from style sheets.
import { useEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { resolved } from "../theme";

// An Ink resolves a CSS colour, such as var(--text).
export type Ink = (colour: string) => string;

export function inkOf(host: HTMLElement): Ink {
  const known = new Map<string, string>();
  return (colour) => {
    const found = known.get(colour) ?? resolved(colour, host);
    known.set(colour, found);
    return found;
  };
}

export function useSize(ref: RefObject<Element | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}
