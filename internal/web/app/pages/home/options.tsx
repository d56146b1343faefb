import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../api/problem";
import type { Algorithm } from "../../api/types";
import { Field } from "../../parts/field";
import { auto, freshDraft, type Draft } from "./draft";
import { Settings } from "./settings";

const fields = ["settings.algorithm", "settings.seed", "settings.target", "label"];

type Props = { draft: Draft; problem: string; algorithms: Algorithm[]; refusal: Refusal | null; onChange: (part: Partial<Draft>) => void };

// Options has rarely needed fields: algorithm, parameters, seed, target, label.
export function Options(props: Props) {
  const { draft, refusal, onChange } = props;
  const [open, setOpen] = useState(draft.algorithm !== auto || draft.seed !== freshDraft.seed || draft.target !== "" || draft.label !== "");
  useEffect(() => {
    const wrong = fields.some((field) => refusal?.of(field) !== undefined) || refusal?.faults.some((fault) => fault.field?.startsWith("settings.params."));
    if (wrong) setOpen(true);
  }, [refusal]);
  const typing = (name: "target" | "label") => ({
    value: draft[name],
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <details class="more" open={open} onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
      <summary>Algorithm, seed, target, label</summary>
      <div class="stack">
        <Settings {...props} />
        <div class="fields">
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
