import type { Job } from "../api/types";

// State is a badge. Besides its colour, a sign tells states apart.
export function State(props: { value: Job["state"]; cancelling?: boolean }) {
  const ended = props.value !== "queued" && props.value !== "running";
  const text = props.cancelling === true && !ended ? "stopping" : props.value;
  return <span class={`state ${text}`}>{text}</span>;
}
