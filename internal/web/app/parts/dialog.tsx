import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

// A Dialog is open while it is rendered. Escape or a click outside closes it. Buttons go into a
// <div class="actions">.
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <div class="inside">
        <h2 id={title}>{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  );
}
