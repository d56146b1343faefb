import type { ComponentChildren } from "preact";

// A CheckBox is a check box.
export function CheckBox(props: {
  label: ComponentChildren;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        {props.label}
        {props.hint !== undefined && <span class="hint">{props.hint}</span>}
      </span>
    </label>
  );
}
