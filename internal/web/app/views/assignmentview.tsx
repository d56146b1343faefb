import { useId, useMemo, useState } from "preact/hooks";
import { Figure } from "../parts/figure";
import { cost, percent, whole } from "../text/numbers";
import { byFlow, costOf, identity, permuted, placesOf } from "./assignment";
import { Dots } from "./dots";
import { Choice } from "./choice";
import type { Matrix } from "./data";
import { HeatMap, type Cell } from "./heat";
import { List } from "./list";

// AssignmentView shows flows beside their distances. A good assignment puts facilities with a large
// flow at locations with small distances: where one picture is dark, the other is light.
export function AssignmentView(props: { data: Matrix; solution: number[] | null }) {
  const { data } = props;
  const readout = useId();
  const [cell, setCell] = useState<Cell | null>(null);
  const [where, setWhere] = useState<"assigned" | "file">("assigned");
  const [order, setOrder] = useState<"flow" | "file">("flow");
  const places = useMemo(() => placesOf(props.solution, data.n), [props.solution, data.n]);
  const exact = data.size === data.n;
  const own = identity(data.size);
  const shown = places !== null && exact && where === "assigned" ? places : own;
  const rows = useMemo(() => (exact && order === "flow" ? byFlow(data) : own), [data, order]);
  const flow = useMemo(() => permuted(data.flow, data.size, rows), [data, rows]);
  const distance = useMemo(() => permuted(data.distance, data.size, rows.map((facility) => shown[facility] ?? 0)), [data, rows, shown === own]);
  const ordered = order === "flow" && exact ? "the facilities with the largest flow first" : "in the order of the file";
  return (
    <div class="view">
      {exact && (
        <div class="choices">
          {places && <Choice label="Place facilities" value={where} onChange={setWhere} options={[["assigned", "as assigned"], ["file", "at the location of the same number"]]} />}
          <Choice label="Order" value={order} onChange={setOrder} options={[["flow", "largest flow first"], ["file", "as in the file"]]} />
        </div>
      )}
      <div class="pair">
        <HeatMap title="Flow between facilities" label={`Flow between ${whole(data.n)} facilities, ${ordered}.`} size={data.size} values={flow} cell={cell} onCell={setCell} readout={readout} />
        <HeatMap
          title={shown === own ? "Distance between places" : "Distance between their places"}
          label={`Distances between ${shown === own ? "places of the same number" : "the places of these facilities"}, ${ordered}.`}
          size={data.size}
          values={distance}
          cell={cell}
          onCell={setCell}
          readout={readout}
        />
      </div>
      <p class="readout" id={readout} role="status">
        {cell ? cellText(data, rows, shown, flow, distance, cell) : exact ? "Point at a cell to see its values." : `Each cell is the mean of a block of the ${whole(data.n)} × ${whole(data.n)} numbers. Blocks cannot be reordered, so this is the order of the file.`}
      </p>
      {places && exact && <Costs data={data} places={places} />}
      {places && !exact && <Dots title="Facility (down) at place (across)" label={`The place of each of ${whole(data.n)} facilities.`} columns={places} />}
      {places && <List title="Place of each facility" heads={["Facility", "Place"]} rows={places.map((place, facility) => [whole(facility + 1), whole(place + 1)])} />}
    </div>
  );
}

function Costs(props: { data: Matrix; places: number[] }) {
  const [before, after] = useMemo(() => [costOf(props.data, identity(props.data.n)), costOf(props.data, props.places)], [props.data, props.places]);
  return (
    <dl class="figures">
      <Figure label="Flow × distance, as assigned" value={cost(after)} />
      <Figure
        label="At the location of the same number"
        value={cost(before)}
        hint={before > 0 ? `the assignment saves ${percent((100 * (before - after)) / before, 1)}` : undefined}
      />
    </dl>
  );
}

function cellText(data: Matrix, rows: number[], places: number[], flow: number[], distance: number[], cell: Cell): string {
  const at = cell.row * data.size + cell.column;
  const [f, d] = [flow[at] ?? 0, distance[at] ?? 0];
  if (data.size < data.n) return `Block ${cell.row + 1}, ${cell.column + 1}: mean flow ${cost(f)}, mean distance ${cost(d)}`;
  const [a, b] = [rows[cell.row] ?? 0, rows[cell.column] ?? 0];
  return `Facility ${a + 1} at place ${(places[a] ?? 0) + 1} to facility ${b + 1} at place ${(places[b] ?? 0) + 1}: flow ${cost(f)} × distance ${cost(d)} = ${cost(f * d)}`;
}
