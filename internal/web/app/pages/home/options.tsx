import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../api/problem";
import { Field } from "../../parts/field";
import { CheckBox } from "../../parts/checkbox";
import type { Draft } from "./draft";

const fields = ["route", "route.start", "route.end", "settings.target", "label"];

// Options has rarely needed fields: path, start and end, target, label.
export function Options(props: { draft: Draft; tour: boolean; refusal: Refusal | null; onChange: (part: Partial<Draft>) => void }) {
  const { draft, refusal, onChange } = props;
  const [open, setOpen] = useState(draft.open || [draft.start, draft.end, draft.target, draft.label].some((text) => text !== ""));
  useEffect(() => {
    if (fields.some((field) => refusal?.of(field) !== undefined)) setOpen(true);
  }, [refusal]);
  const typing = (name: "start" | "end" | "target" | "label") => ({
    value: draft[name],
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <details class="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.tour ? "Path, start and end, target, label" : "Target, label"}</summary>
      <div class="stack">
        {props.tour && (
          <>
            <CheckBox label="Open path" hint="the tour does not return to its start" checked={draft.open} onChange={(checked) => onChange({ open: checked })} />
            {refusal?.of("route") !== undefined && (
              <p class="wrong" role="alert">
                {refusal.of("route")}
              </p>
            )}
          </>
        )}
        <div class="fields">
          {props.tour && (
            <>
              <Field label="Start" hint="name or number of a city" error={refusal?.of("route.start")}>
                <input placeholder="any" {...typing("start")} />
              </Field>
              <Field label="End" hint="makes the tour a path" error={refusal?.of("route.end")}>
                <input placeholder="any" {...typing("end")} />
              </Field>
            </>
          )}
          <Field label="Target" hint="a cost that ends the search" error={refusal?.of("settings.target")}>
            <input inputMode="decimal" placeholder="none" {...typing("target")} />
          </Field>
          <Field label="Label" hint="to find the job again" error={refusal?.of("label")}>
            <input {...typing("label")} />
          </Field>
        </div>
      </div>
    </details>
  );
}
