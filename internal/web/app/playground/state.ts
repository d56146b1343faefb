import type { Drawing } from "../api/types";
import type { Message, Route, Tour } from "./messages";

// A State is what the page shows: nothing yet, a running search, its route, or an error.
export type State = {
  running: boolean;
  drawing: (Drawing & { names: string[] }) | null;
  places: Float32Array;
  order: Int32Array | null;
  tour: Tour | null;
  route: Route | null;
  error: string;
};

export const empty: State = { running: false, drawing: null, places: new Float32Array(0), order: null, tour: null, route: null, error: "" };

export const begun: State = { ...empty, running: true };

// next returns the state after a message of the solver.
export function next(state: State, { drawing, tour, route, error }: Message): State {
  if (error !== undefined) return { ...empty, error };
  if (drawing !== undefined) return { ...state, drawing, places: Float32Array.from(drawing.places) };
  const now = route ?? tour;
  if (now === undefined) return state;
  const order = now.order === undefined ? state.order : Int32Array.from(now.order);
  return { ...state, order, tour: now, route: route ?? state.route, running: route === undefined };
}
