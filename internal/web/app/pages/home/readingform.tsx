import { useEffect, useState } from "preact/hooks";
import { Field } from "../../parts/field";
import { CheckBox } from "../../parts/checkbox";
import { Choice } from "./choice";
import type { Instance } from "./instance";
import { formats, labels, metrics, roles, units, type Reading } from "./reading";

const problems = ["tsp", "qap", "perceptron", "maxcut", "colouring", "function"];
const titles = { name: "Name", id: "Number", lat: "Latitude", lon: "Longitude", x: "x", y: "y", z: "z" };

// ReadingForm has the reading options. It opens when a file was rejected and closes when one was
// accepted.
export function ReadingForm(props: { instance: Instance }) {
  const { reading, setReading, refusal, again, chosen } = props.instance;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (chosen !== null) setOpen(false);
    if (refusal !== null && again !== null && refusal.status === 422) setOpen(true);
  }, [refusal, chosen]);
  if (chosen === null && again === null) return null;
  const set = (part: Partial<Reading>) => setReading({ ...reading, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    again?.();
  };
  return (
    <details class="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Reading options</summary>
      <form class="stack" onSubmit={submit}>
        <CheckBox label={labels.skip_invalid} checked={reading.skipInvalid} onChange={(skipInvalid) => set({ skipInvalid })} />
        <div class="fields">
          <Choice label="Problem" open="from the file name" values={problems} value={reading.problem} error={refusal?.of("problem")} onChange={(problem) => set({ problem })} />
          <Choice label={labels.format} open="from the file name" values={formats} value={reading.format} error={refusal?.of("reading.format")} onChange={(format) => set({ format })} />
          <Choice label={labels.metric} open="from the file" values={metrics} value={reading.metric} error={refusal?.of("reading.metric")} onChange={(metric) => set({ metric })} />
          <Choice label={labels.unit} open="from the file" values={units} value={reading.unit} error={refusal?.of("reading.unit")} onChange={(unit) => set({ unit })} />
          <Field label={labels.sheet} error={refusal?.of("reading.sheet")}>
            <input value={reading.sheet} placeholder="the first" onInput={(event) => set({ sheet: event.currentTarget.value })} />
          </Field>
        </div>
        <fieldset class="plain">
          <legend class="label">{labels.columns}, by title or number</legend>
          <div class="fields small">
            {roles.map((role) => (
              <Field key={role} label={titles[role]} error={refusal?.of(`reading.columns.${role}`)}>
                <input
                  value={reading.columns[role] ?? ""}
                  onInput={(event) => set({ columns: { ...reading.columns, [role]: event.currentTarget.value } })}
                />
              </Field>
            ))}
          </div>
        </fieldset>
        {again === null ? (
          <p class="hint">The file is read this way when you submit the job.</p>
        ) : (
          <div>
            <button type="submit">Read the file again</button>
          </div>
        )}
      </form>
    </details>
  );
}
