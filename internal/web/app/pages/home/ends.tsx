import { useId, useMemo } from "preact/hooks";
import type { Refusal } from "../../api/problem";
import type { Preview } from "../../api/types";
import { CheckBox } from "../../parts/checkbox";
import { Field } from "../../parts/field";
import type { Draft } from "./draft";
import { nameOf } from "./places";

// Ends has the start and the end of a tour, by name, and whether it is a path.
export function Ends(props: { draft: Draft; preview: Preview | undefined; refusal: Refusal | null; onChange: (part: Partial<Draft>) => void }) {
  const { draft, refusal, onChange } = props;
  const list = useId();
  const names = useMemo(() => [...new Set((props.preview?.cities ?? []).map(nameOf))], [props.preview]);
  const typing = (name: "start" | "end") => ({
    value: draft[name],
    list,
    placeholder: "any",
    autocomplete: "off",
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div class="fields">
        <Field label="Start" hint="name or number of a stop" error={refusal?.of("route.start")}>
          <input {...typing("start")} />
        </Field>
        <Field label="End" hint="makes the tour a path" error={refusal?.of("route.end")}>
          <input {...typing("end")} />
        </Field>
      </div>
      <CheckBox label="Open path" hint="the tour does not return to its start" checked={draft.open} onChange={(open) => onChange({ open })} />
      {refusal?.of("route") !== undefined && (
        <p class="wrong" role="alert">
          {refusal.of("route")}
        </p>
      )}
    </>
  );
}
