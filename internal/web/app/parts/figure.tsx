import type { ComponentChildren } from "preact";

// A Figure is a number with its caption, within a <dl class="figures">.
export function Figure(props: { label: string; value: ComponentChildren; hint?: ComponentChildren; large?: boolean }) {
  return (
    <div class={props.large ? "figure large" : "figure"}>
      <dt>{props.label}</dt>
      <dd>
        {props.value}
        {props.hint != null && <span class="hint">{props.hint}</span>}
      </dd>
    </div>
  );
}
