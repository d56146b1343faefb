import { cloneElement, type ComponentChildren, type VNode } from "preact";
import { useId } from "preact/hooks";

// A Field is a control with its label, error and hint.
export function Field(props: {
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  class?: string;
  children: VNode<any>;
}) {
  const id = useId();
  const described = [props.error !== undefined && `${id}-error`, props.hint != null && `${id}-hint`].filter(Boolean).join(" ");
  const control = cloneElement(props.children, {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": props.error !== undefined || undefined,
  });
  return (
    <div class={`field ${props.class ?? ""}`}>
      <label for={id}>{props.label}</label>
      {control}
      {props.error !== undefined && (
        <p class="wrong" id={`${id}-error`} role="alert">
          {props.error}
        </p>
      )}
      {props.hint != null && (
        <p class="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
