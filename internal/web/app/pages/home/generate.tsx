import { useState } from "preact/hooks";
import type { Refusal } from "../../api/problem";
import { Field } from "../../parts/field";
import { asNumber, wholeEntry } from "../../text/entry";

// For a server that does not list its shapes.
const usual = ["uniform", "clustered", "grid", "drilling", "perceptron", "colouring", "function"];
const functions = ["rastrigin", "ackley", "griewank", "rosenbrock", "weierstrass"];

type Entry = { name: string; label: string; value: string };

const seed: Entry = { name: "seed", label: "Seed", value: "1" };

// The fields of each shape, with useful initial values.
const entries: Record<string, Entry[]> = {
  perceptron: [{ name: "rows", label: "Rows", value: "73" }, { name: "cols", label: "Columns (odd)", value: "73" }, seed],
  colouring: [
    { name: "n", label: "Vertices", value: "200" },
    { name: "edges", label: "Maximum edges", value: "2000" },
    { name: "colours", label: "Sufficient colours", value: "10" },
    seed,
  ],
  function: [{ name: "n", label: "Dimensions", value: "10" }],
};
const cities: Entry[] = [{ name: "n", label: "Cities", value: "1000" }, seed];

// Generated is the form of a generated instance.
export function Generated(props: { shapes: string[] | undefined; refusal: Refusal | null; make: (request: Record<string, unknown>) => void }) {
  const shapes = props.shapes?.length ? props.shapes : usual;
  const [shape, setShape] = useState(shapes[0] ?? "");
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [kind, setKind] = useState(functions[0] ?? "");
  const fields = entries[shape] ?? cities;
  const submit = (event: Event) => {
    event.preventDefault();
    const numbers = fields.map((entry) => [entry.name, exact(entry.name, typed[entry.name] ?? entry.value)]);
    props.make({ shape, ...Object.fromEntries(numbers), ...(shape === "function" && { function: kind }) });
  };
  return (
    <form class="stack" onSubmit={submit}>
      <div class="fields">
        <Field label="Shape" error={props.refusal?.of("shape")}>
          <select value={shape} onChange={(event) => setShape(event.currentTarget.value)}>
            {shapes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </Field>
        {shape === "function" && (
          <Field label="Function" error={props.refusal?.of("function")}>
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              {functions.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </Field>
        )}
        {fields.map((entry) => (
          <Field key={`${shape} ${entry.name}`} label={entry.label} error={props.refusal?.of(entry.name)}>
            <input
              inputMode="numeric"
              value={typed[entry.name] ?? entry.value}
              onInput={(event) => setTyped({ ...typed, [entry.name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
      <div>
        <button type="submit">Generate</button>
      </div>
    </form>
  );
}

// exact returns the typed number. A seed may exceed the precision of a number.
function exact(name: string, text: string): number | string {
  const plain = wholeEntry(text);
  return name === "seed" ? plain : asNumber(plain);
}
