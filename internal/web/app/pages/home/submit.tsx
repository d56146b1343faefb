import { useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Refusal } from "../../api/problem";
import type { Spec } from "../../api/types";
import { Failed } from "../../parts/failed";
import { Field } from "../../parts/field";
import { useLoad } from "../../parts/load";
import { go } from "../../router";
import { plainParams, submissionOf, type Draft } from "./draft";
import { Ends } from "./ends";
import type { Instance } from "./instance";
import { Options } from "./options";
import { fieldOf } from "./params";

// The fields of a job that the form shows.
const fields: Partial<Record<keyof Draft, string>> = {
  algorithm: "settings.algorithm",
  timeLimit: "settings.time_limit",
  seed: "settings.seed",
  target: "settings.target",
  label: "label",
};
const fieldsOfTours: Partial<Record<keyof Draft, string>> = { open: "route", start: "route.start", end: "route.end" };

// Submit is the form of the settings with its button. Errors of fields appear beside them, all others
// above the button.
export function Submit(props: { instance: Instance; draft: Draft; setDraft: (draft: Draft) => void; before: Spec | null }) {
  const { instance, draft } = props;
  const algorithms = useLoad(api.algorithms, []);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problem = instance.chosen?.problem ?? "tsp";
  const known = algorithms.data ?? [];
  const algorithm = known.find((each) => each.problem === problem && each.name === draft.algorithm);
  const fitting = algorithm === undefined && algorithms.data ? { ...draft, algorithm: "auto", params: {} } : draft;
  const beside = [...Object.values({ ...fields, ...(problem === "tsp" && fieldsOfTours) }), ...(algorithm?.params ?? []).map(fieldOf)];

  const run = async () => {
    if (instance.chosen === null) return;
    setBusy(true);
    setRefusal(null);
    try {
      const plain = { ...fitting, params: plainParams(fitting.params, algorithm) };
      const job = await api.submit(submissionOf(plain, instance.chosen, instance.reading, props.before));
      go(`/jobs/${job.id}`);
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal(0, "unknown", String(error), []));
      setBusy(false);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run();
  };
  const change = (part: Partial<Draft>) => {
    props.setDraft({ ...fitting, ...part });
    setRefusal(refusal?.without(changedFields(fitting, part)) ?? null);
  };
  const elsewhere = refusal?.faults.length === 0 ? refusal : refusal?.without(beside);
  return (
    <form ref={form} class="card stack" aria-labelledby="how" onSubmit={submit}>
      <div class="cardhead">
        <h2 id="how">How to solve it</h2>
      </div>
      {algorithms.error !== undefined && <Failed error={algorithms.error} retry={algorithms.reload} />}
      {problem === "tsp" && <Ends draft={fitting} preview={instance.chosen?.preview} refusal={refusal} onChange={change} />}
      <Field label="Time limit" hint="such as 30s, 5m or 1h30m; without one, the search stops on its own or when you cancel it" error={refusal?.of("settings.time_limit")}>
        <input value={fitting.timeLimit} placeholder="none" onInput={(event) => change({ timeLimit: event.currentTarget.value })} />
      </Field>
      <Options key={props.before?.instance ?? ""} draft={fitting} problem={problem} algorithms={known} refusal={refusal} onChange={change} />
      {elsewhere && <Failed error={elsewhere} />}
      <div class="run">
        <button class="primary large" type="submit" disabled={busy || instance.chosen === null} aria-describedby="runhint">
          Run
        </button>
        <p class="hint" id="runhint" role="status">
          {busy ? "Submitting …" : instance.chosen === null ? "Choose an instance first." : `Solves ${instance.chosen.file}`}
        </p>
      </div>
    </form>
  );
}

// changedFields returns the fields that have changed since the server rejected them.
function changedFields(before: Draft, part: Partial<Draft>): string[] {
  const named: Partial<Record<string, string>> = { ...fields, ...fieldsOfTours };
  const changed = Object.keys(part).flatMap((name) => named[name] ?? []);
  if (part.start !== undefined || part.end !== undefined) changed.push("route");
  const { params } = part;
  if (params === undefined) return changed;
  const names = Object.keys({ ...before.params, ...params }).filter((name) => before.params[name] !== params[name]);
  return [...changed, ...names.map((name) => `settings.params.${name}`)];
}
