import { seriesColour } from "../../charts/colours";
import type { Contest, Contestant } from "./contest";

// nameOf returns a distinguishing name of a contestant, with limits only where they differ.
export function nameOf(contestant: Contestant, contest: Contest): string {
  const alike = contest.contestants.filter((other) => other.algorithm === contestant.algorithm && other.params === contestant.params);
  const limits = alike.length > 1 ? `(${contestant.limits})` : "";
  return [contestant.algorithm, contestant.params, limits].filter((part) => part !== "").join(" ");
}

export const colourOf = (contestant: Contestant) => seriesColour(contestant.place);

export function Swatch(props: { contestant: Contestant }) {
  return <span class="swatch" aria-hidden="true" style={{ background: colourOf(props.contestant) }} />;
}
