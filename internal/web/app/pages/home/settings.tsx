import type { Refusal } from "../../api/problem";
import type { Algorithm } from "../../api/types";
import { Field } from "../../parts/field";
import { auto, type Draft } from "./draft";
import { Params } from "./params";

// Settings is the form of the algorithm, its parameters and the seed.
export function Settings(props: {
  draft: Draft;
  problem: string;
  algorithms: Algorithm[];
  refusal: Refusal | null;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { draft, refusal, onChange } = props;
  const fitting = props.algorithms.filter((each) => each.problem === props.problem);
  const usual = fitting.find((each) => each.default);
  const algorithm = fitting.find((each) => each.name === draft.algorithm);
  const summary =
    algorithm?.summary ?? (usual === undefined ? "Chosen for the problem and its size." : `Chosen for the problem and its size, usually ${usual.name}: ${usual.summary}.`);
  return (
    <div class="stack">
      <Field label="Algorithm" hint={summary} error={refusal?.of("settings.algorithm")}>
        <select value={draft.algorithm} onChange={(event) => onChange({ algorithm: event.currentTarget.value, params: {} })}>
          <option value={auto}>auto</option>
          {fitting.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </select>
      </Field>
      {algorithm && <Params algorithm={algorithm} values={draft.params} refusal={refusal} onChange={(params) => onChange({ params })} />}
      <Field label="Seed" hint="for random numbers; with a step limit, the same seed gives the same result" error={refusal?.of("settings.seed")}>
        <input inputMode="numeric" value={draft.seed} placeholder="0" onInput={(event) => onChange({ seed: event.currentTarget.value })} />
      </Field>
    </div>
  );
}
