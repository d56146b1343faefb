import { useEffect, useRef, useState } from "preact/hooks";
import { chooseUnit, chosenUnit, onUnit } from "../text/distances";
import { whole } from "../text/numbers";
import type { Picked } from "./picker";
import { scaleBarOf, type ScaleBar } from "./scalebar";
import { Scene } from "./scene";
import { Toolbar } from "./toolbar";
import { Tooltip } from "./tooltip";
import type { Drawing } from "../api/types";
import type { Shown, Trails } from "./types";
import { useBaseMap } from "./usebasemap";

type Props = {
  drawing: Drawing;
  places: Float32Array;
  tour: Int32Array | null;
  trails?: Trails | null;
  nameOf?: (index: number) => Promise<string>;
  basemap?: boolean;
  label: string;
  quiet?: boolean; // does not highlight changes
  shown?: Shown | null; // selects a city
};

const keys = "Arrow keys pan, plus and minus zoom, 0 shows everything, square brackets step along the tour.";

// TourView draws a tour that the reader can pan and zoom. It fills its parent.
export function TourView(props: Props) {
  const { drawing, places, tour, trails = null, quiet = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [bar, setBar] = useState<ScaleBar | null>(null);
  const [note, setNote] = useState("");
  const [unit, setUnit] = useState(chosenUnit);

  useEffect(() => onUnit(setUnit), []);
  useEffect(() => {
    const made = new Scene(host.current!, (now) => setPicked((before) => (same(before, now) ? before : now)));
    setScene(made);
    return () => made.close();
  }, []);
  useEffect(() => {
    if (scene === null) return;
    scene.framed = () => {
      const now = scaleBarOf(scene.camera, scene.projection, unit, drawing.unit ?? "");
      setBar((before) => (before?.text === now?.text && before?.pixels === now?.pixels ? before : now));
      setNote(scene.note);
    };
    scene.wake();
  }, [scene, unit, drawing]);
  useEffect(() => scene?.setDrawing(drawing, places), [scene, places]);
  useEffect(() => scene?.setTour(tour, !drawing.open, quiet), [scene, places, tour]);
  useEffect(() => scene?.setTrails(trails), [scene, places, trails]);
  useEffect(() => {
    if (props.shown) scene?.show(props.shown.city);
  }, [scene, props.shown]);

  const mapped = props.basemap === true && drawing.geographic === true;
  const map = useBaseMap(scene, host.current, mapped);
  return (
    <div class="tourview">
      <div ref={host} class="draw-host" tabIndex={0} role="application" aria-roledescription="drawing" aria-label={`${props.label}. ${whole(drawing.n)} cities. ${keys}`} />
      {picked !== null && scene !== null && (
        <Tooltip picked={picked} drawing={drawing} places={places} unit={unit} width={scene.camera.width} nameOf={props.nameOf} />
      )}
      <Toolbar
        zoom={(factor) => scene?.zoomBy(factor)}
        fit={() => scene?.fit()}
        unit={drawing.geographic ? unit : null}
        setUnit={chooseUnit}
        map={mapped ? map.on : null}
        setMap={map.switch}
      />
      <div class="draw-foot">
        {[note, map.fault].map((text) => text !== "" && <p role="status">{text}</p>)}
        {bar !== null && (
          <p class="draw-scale" style={{ width: `${Math.round(bar.pixels)}px` }} aria-label={`Scale: the bar is ${bar.text} long`} role="img">
            {bar.text}
          </p>
        )}
        {map.credit !== "" && <p class="draw-credit">{map.credit}</p>}
      </div>
    </div>
  );
}

function same(a: Picked | null, b: Picked | null): boolean {
  return a === b || (a !== null && b !== null && a.city === b.city && a.x === b.x && a.y === b.y && a.position === b.position && a.next === b.next);
}
