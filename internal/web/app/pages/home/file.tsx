import { useRef } from "preact/hooks";
import { Icon } from "../../parts/icon";

// FromFile chooses a file.
export function FromFile(props: { take: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const file = input.current?.files?.[0];
    if (file) props.take(file);
    if (input.current) input.current.value = ""; // so that the same file can be chosen again
  };
  return (
    <div class="dropzone">
      <Icon name="upload" size={28} />
      <p class="title">Drop a file anywhere on this page</p>
      <p class="hint">
        TSPLIB, CSV, Excel, GeoJSON, JSON, GPX, NumPy; assignments, graphs and functions. Compressed ones, too. Drill files are for the command line.
      </p>
      <label class="button">
        Choose a file
        <input ref={input} class="unseen" type="file" onChange={choose} />
      </label>
    </div>
  );
}
