import type { Job } from "../api/types";

// State is a badge. A symbol distinguishes states besides the colour.
export function State(props: { value: Job["state"]; cancelling?: boolean }) {
  const ended = props.value !== "queued" && props.value !== "running";
  const text = props.cancelling === true && !ended ? "stopping" : props.value;
  return <span class={`state ${text}`}>{text}</span>;
}
