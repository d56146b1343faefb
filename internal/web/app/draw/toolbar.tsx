import type { Unit } from "../text/distances";

type Props = {
  zoom: (factor: number) => void;
  fit: () => void;
  unit: Unit | null; // null without geographic distances
  setUnit: (unit: Unit) => void;
  map: boolean | null; // null without a base map
  setMap: (on: boolean) => void;
};

// Toolbar has the buttons of a drawing.
export function Toolbar(props: Props) {
  const { unit, map } = props;
  return (
    <div class="draw-tools" role="group" aria-label="Drawing">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => props.zoom(1.5)}>
        <Icon path="M8 3v10M3 8h10" />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => props.zoom(1 / 1.5)}>
        <Icon path="M3 8h10" />
      </button>
      <button type="button" aria-label="Show everything" title="Show everything (0)" onClick={props.fit}>
        <Icon path="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
      </button>
      {unit !== null && (
        <button
          type="button"
          class="text"
          aria-label={unit === "km" ? "km: distances in kilometres, change to miles" : "mi: distances in miles, change to kilometres"}
          title="Kilometres or miles"
          onClick={() => props.setUnit(unit === "km" ? "miles" : "km")}
        >
          {unit === "km" ? "km" : "mi"}
        </button>
      )}
      {map !== null && (
        <button type="button" aria-label="Base map" aria-pressed={map} title="Base map" onClick={() => props.setMap(!map)}>
          <Icon path="M2 4l4-1.5 4 1.5 4-1.5v9.5l-4 1.5-4-1.5-4 1.5zM6 2.5V12M10 4v9.5" />
        </button>
      )}
    </div>
  );
}

function Icon(props: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={props.path} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
