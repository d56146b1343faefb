import { useState } from "preact/hooks";
import { Field } from "../../parts/field";
import { guessOrder, orders, pastedFile, readingOfPasted, type Order } from "./pasted";
import type { Reading } from "./reading";

const example = "Hamburg, 53.5511, 9.9937\nBerlin, 52.5200, 13.4050\nMunich, 48.1351, 11.5820";

// FromText accepts pasted or typed coordinates.
export function FromText(props: { take: (file: string, data: Blob, reading: Reading) => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Order | null>(null);
  const order = chosen ?? guessOrder(text);
  const submit = (event: Event) => {
    event.preventDefault();
    props.take(pastedFile, new Blob([text]), readingOfPasted(text, order));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Field label="Coordinates" hint="One place per line, optionally with a name first. Commas, semicolons, tabs and decimal commas are accepted.">
        <textarea rows={8} spellcheck={false} placeholder={example} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <div class="row">
        <Field label="The numbers are">
          <select value={order} onChange={(event) => setChosen(event.currentTarget.value as Order)}>
            {orders.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </Field>
        <button type="submit" disabled={text.trim() === ""}>
          Use these places
        </button>
      </div>
    </form>
  );
}
