import { useEffect, useState } from "preact/hooks";
import { ask } from "../api/client";
import { BaseMap } from "./basemap/basemap";
import { mapColoursOf } from "./basemap/colours";
import { onTheme } from "../theme";
import type { Scene } from "./scene";

const key = "tourmaline.basemap";

export type MapState = { on: boolean; switch: (on: boolean) => void; credit: string; fault: string };

// useBaseMap draws the server's base map beneath a scene while it is enabled. The choice is stored.
export function useBaseMap(scene: Scene | null, host: HTMLElement | null, there: boolean): MapState {
  const [on, setOn] = useState(() => localStorage.getItem(key) !== "off");
  const [theme, setTheme] = useState(0);
  const [text, setText] = useState({ credit: "", fault: "" });
  useEffect(() => onTheme(() => setTheme((times) => times + 1)), []);
  useEffect(() => {
    if (scene === null || host === null || !there || !on) return;
    let current = true;
    const map = new BaseMap((init) => ask("/v1/basemap", init), mapColoursOf(host), () => scene.wake());
    scene.setUnder(map);
    map.open().then(
      (credit) => current && setText({ credit, fault: "" }),
      (error: unknown) => current && setText({ credit: "", fault: `No base map: ${error instanceof Error ? error.message : String(error)}` }),
    );
    return () => {
      current = false;
      setText({ credit: "", fault: "" });
      scene.setUnder(null);
      map.close();
    };
  }, [scene, host, there, on, theme]);
  const choose = (now: boolean) => {
    localStorage.setItem(key, now ? "on" : "off");
    setOn(now);
  };
  return { on, switch: choose, ...text };
}
