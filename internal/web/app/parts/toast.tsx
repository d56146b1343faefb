import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon";

type Toast = { key: number; text: string; kind: "good" | "bad" };

const shown = new EventTarget();
const lifetime = 6000; // milliseconds
let list: Toast[] = [];
let count = 0;

// toast shows a message for some seconds; errors stay until closed.
export function toast(text: string, kind: Toast["kind"] = "good"): void {
  const key = count++;
  set([...list, { key, text, kind }].slice(-3));
  if (kind === "good") setTimeout(() => close(key), lifetime);
}

function close(key: number): void {
  set(list.filter((each) => each.key !== key));
}

function set(next: Toast[]): void {
  list = next;
  shown.dispatchEvent(new Event("change"));
}

// Toasts renders the messages.
export function Toasts() {
  const [toasts, setToasts] = useState(list);
  useEffect(() => {
    const show = () => setToasts(list);
    shown.addEventListener("change", show);
    return () => shown.removeEventListener("change", show);
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((each) => (
        <div key={each.key} class={`toast ${each.kind}`}>
          <Icon name={each.kind === "good" ? "check" : "warning"} />
          <p>{each.text}</p>
          <button type="button" class="quiet" aria-label="Close" onClick={() => close(each.key)}>
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}
