// Polls the tour of a run while it runs, and once more at its end.
import { useEffect, useRef, useState } from "preact/hooks";
import { loadTour, loadTrails } from "../../api/binary";
import { Refusal } from "../../api/problem";
import type { Trails } from "../../draw/types";

const quickest = 200; // minimum milliseconds between tours; large ones take longer to load
const idle = 1000; // milliseconds while the cost stays the same
const trailPause = 1000;

// useTour returns the best tour so far. It polls again when the cost changes.
export function useTour(id: string, state: "none" | "running" | "ended", cost: number | undefined): Int32Array | null {
  const [tour, setTour] = useState<Int32Array | null>(null);
  const newest = useRef(cost);
  newest.current = cost;
  useEffect(() => {
    if (state === "none") return;
    const leave = new AbortController();
    void follow(id, state === "running", () => newest.current, setTour, leave.signal);
    return () => leave.abort();
  }, [id, state]);
  return tour;
}

async function follow(id: string, live: boolean, cost: () => number | undefined, show: (tour: Int32Array) => void, signal: AbortSignal): Promise<void> {
  let tag = "";
  while (!signal.aborted) {
    if (live) await visible(signal);
    const began = performance.now();
    const before = cost();
    let failed = false;
    try {
      const version = await loadTour(id, tag, signal);
      if (signal.aborted) return;
      if (version !== null) {
        tag = version.tag;
        show(version.tour);
      }
      if (!live) return;
    } catch (error) {
      if (!live && error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429) return;
      failed = true;
    }
    const took = performance.now() - began;
    const until = performance.now() + (failed ? idle : Math.max(quickest, 2 * took) - took);
    await rest(until - performance.now(), signal);
    while (!failed && cost() === before && performance.now() < began + idle) await rest(quickest / 4, signal);
  }
}

export type TrailState = { offered: boolean; trails: Trails | null };

// useTrails returns the trails of a colony while they are shown. It checks once whether there are any.
export function useTrails(id: string, running: boolean, shown: boolean): TrailState {
  const [state, setState] = useState<TrailState>({ offered: false, trails: null });
  useEffect(() => {
    if (!running) return setState({ offered: false, trails: null });
    const leave = new AbortController();
    const ask = async () => {
      do {
        await visible(leave.signal);
        const trails = await loadTrails(id, leave.signal).catch(() => undefined); // the next attempt may succeed
        if (leave.signal.aborted) return;
        if (trails !== undefined) setState({ offered: trails !== null, trails: shown ? trails : null });
        if (trails === null) return;
        await rest(trailPause, leave.signal);
      } while (shown && !leave.signal.aborted);
    };
    void ask();
    return () => leave.abort();
  }, [id, running, shown]);
  return state;
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(milliseconds, 0));
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

// visible waits until the page is visible.
function visible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look, { once: true });
  });
}
