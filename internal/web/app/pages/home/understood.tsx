import { Icon } from "../../parts/icon";
import { Notes } from "../../parts/notes";
import { bytes } from "../../text/numbers";
import { problemName, sizeOf } from "../../text/problems";
import type { Chosen } from "./draft";
import { Previewed } from "./preview";

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
            {chosen.preview?.drawing.unit && ` · distances in ${chosen.preview.drawing.unit}`}
            {chosen.size !== undefined && ` · ${bytes(chosen.size)}`}
          </p>
        </div>
        <button type="button" onClick={props.clear}>
          Choose another file
        </button>
      </div>
      <Notes notes={chosen.notes} />
      {chosen.preview && <Previewed preview={chosen.preview} />}
    </div>
  );
}
