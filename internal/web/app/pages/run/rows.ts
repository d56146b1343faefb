import type { Drawing, Stops } from "../../api/types";
import { amount, type Unit } from "../../text/distances";
import { whole } from "../../text/numbers";

export type Row = { number: string; name: string; city: number; leg: string; total: string };

// rowsOf returns the texts of the stops. A round trip ends with the way back.
export function rowsOf(data: Stops, drawing: Drawing, unit: Unit): Row[] {
  return (data.stops ?? []).map(({ city, name, leg, total }, k) => {
    const back = !drawing.open && k === drawing.n;
    return {
      number: back ? "" : whole(k + 1),
      name: back ? `back to ${name}` : name,
      city,
      leg: k === 0 ? "" : amount(leg, drawing.unit, unit),
      total: amount(total, drawing.unit, unit),
    };
  });
}
