import { FromText } from "../pages/home/paste";
import { CheckBox } from "../parts/checkbox";
import { Field } from "../parts/field";
import { Icon } from "../parts/icon";
import type { Job } from "./job";
import { sample } from "./sample";

type Props = {
  take: (file: File) => void;
  solve: (job: Job) => void;
  again: (() => void) | null; // solves the same stops with other settings
  open: boolean;
  setOpen: (open: boolean) => void;
  seconds: number;
  setSeconds: (seconds: number) => void;
};

const times = [2, 10, 30, 120];

// Input has the settings, and three ways to give stops: a file, pasted coordinates, an example.
export function Input(props: Props) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  return (
    <section class="card stack" aria-label="Stops">
      <div class="dropzone">
        <Icon name="upload" size={28} />
        <p class="title">Drop a file anywhere on this page</p>
        <p class="hint">CSV, Excel, GeoJSON, GPX, JSON or TSPLIB, with coordinates</p>
        <div class="playground-ways">
          <label class="button primary">
            Choose a file
            <input
              class="unseen"
              type="file"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) props.take(file);
                event.currentTarget.value = ""; // so that the same file can be chosen again
              }}
            />
          </label>
          <button type="button" onClick={() => props.solve({ file: "example.csv", content: bytes(sample(500)), columns: {} })}>
            Try 500 stops
          </button>
        </div>
      </div>
      <details class="more">
        <summary>Paste coordinates</summary>
        <FromText take={(file, data, { columns }) => void data.arrayBuffer().then((content) => props.solve({ file, content: new Uint8Array(content), columns }))} />
      </details>
      <div class="row">
        <Field label="Time">
          <select value={props.seconds} onChange={(event) => props.setSeconds(Number(event.currentTarget.value))}>
            {times.map((each) => (
              <option key={each} value={each}>
                {each} seconds
              </option>
            ))}
          </select>
        </Field>
        <CheckBox label="One way" hint="does not return to the start" checked={props.open} onChange={props.setOpen} />
        {props.again !== null && (
          <button type="button" onClick={props.again}>
            Solve again
          </button>
        )}
      </div>
    </section>
  );
}
