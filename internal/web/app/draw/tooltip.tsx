import type { Drawing } from "../api/types";
import { useEffect, useState } from "preact/hooks";
import { latitudeText, longitudeText } from "../text/degrees";
import { distance, figures, type Unit } from "../text/distances";
import { cost, whole } from "../text/numbers";
import { metresBetween } from "./globe";
import type { Picked } from "./picker";

type Props = {
  picked: Picked;
  drawing: Drawing;
  places: Float32Array;
  unit: Unit;
  width: number; // of the canvas
  nameOf?: ((index: number) => Promise<string>) | undefined;
};

// Tooltip shows a city's name, its coordinates and the distance to the next one.
export function Tooltip(props: Props) {
  const { picked, drawing, places, unit } = props;
  const name = useName(picked.city, props.nameOf);
  const here = absoluteOf(drawing, places, picked.city);
  const sides = `draw-tip${picked.x > props.width / 2 ? " left" : ""}${picked.y < 130 ? " below" : ""}`;
  return (
    <div class={sides} role="status" style={{ transform: `translate(${Math.round(picked.x)}px, ${Math.round(picked.y)}px)` }}>
      <div>
        <strong>{name}</strong>
        <span>{drawing.geographic ? `${latitudeText(here[1], 4)}, ${longitudeText(here[0], 4)}` : `x ${cost(here[0])} · y ${cost(here[1])}`}</span>
        {picked.position >= 0 && (
          <span>
            {whole(picked.position + 1)} of {whole(drawing.n)} on the tour
          </span>
        )}
        {picked.next >= 0 && <span>{legOf(here, absoluteOf(drawing, places, picked.next), drawing, unit)} to the next</span>}
      </div>
    </div>
  );
}

function useName(city: number, nameOf: Props["nameOf"]): string {
  const [known, setKnown] = useState({ city: -1, name: "" });
  useEffect(() => {
    let current = true;
    nameOf?.(city).then(
      (name) => current && setKnown({ city, name }),
      () => undefined, // shows the number instead
    );
    return () => {
      current = false;
    };
  }, [city, nameOf]);
  return known.city === city ? known.name : `City ${whole(city + 1)}`;
}

function absoluteOf(drawing: Drawing, places: Float32Array, city: number): [number, number] {
  const [x = 0, y = 0] = drawing.origin ?? [];
  return [x + places[2 * city]!, y + places[2 * city + 1]!];
}

function legOf(from: [number, number], to: [number, number], drawing: Drawing, unit: Unit): string {
  if (drawing.geographic) return distance(metresBetween(from, to), unit);
  const far = figures(Math.hypot(to[0] - from[0], to[1] - from[1]));
  return drawing.unit ? `${far} ${drawing.unit}` : far;
}
