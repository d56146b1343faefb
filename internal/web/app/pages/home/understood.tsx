import { Icon } from "../../parts/icon";
import { bytes } from "../../text/numbers";
import { problemName, sizeOf } from "../../text/problems";
import type { Chosen } from "./draft";

// Understood shows how the server read a file.
export function Understood(props: { chosen: Chosen; clear: () => void }) {
  const { chosen } = props;
  return (
    <div class="stack">
      <div class="understood">
        <Icon name="file" size={26} />
        <div>
          <p class="title">{chosen.file}</p>
          <p class="hint number">
            {problemName(chosen.problem)} · {sizeOf(chosen.problem, chosen.n)}
            {chosen.size !== undefined && ` · ${bytes(chosen.size)}`}
          </p>
        </div>
        <button type="button" onClick={props.clear}>
          Choose another file
        </button>
      </div>
      {chosen.notes.length > 0 && (
        <ul class="notes" aria-label="Notes on the file">
          {chosen.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
