import { Field } from "../../parts/field";

// A Choice is a select whose first entry means unset.
export function Choice(props: {
  label: string;
  open: string; // text of the unset entry
  values: readonly string[];
  value: string;
  hint?: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">{props.open}</option>
        {props.values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </Field>
  );
}
