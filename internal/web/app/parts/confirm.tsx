import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { messageOf } from "./failed";
import { toast } from "./toast";

// Confirm asks before an action on a job. The action returns what to tell the reader.
export function Confirm(props: {
  title: string;
  keep: string; // label of the button that does nothing
  act: string; // label of the button that acts
  action: () => Promise<string>;
  onClose: (acted: boolean) => void;
  children: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      toast(await props.action());
    } catch (error) {
      toast(messageOf(error), "bad");
    }
    props.onClose(true);
  };
  return (
    <Dialog title={props.title} onClose={() => props.onClose(false)}>
      <p>{props.children}</p>
      <div class="actions">
        <button type="button" autofocus onClick={() => props.onClose(false)}>
          {props.keep}
        </button>
        <button type="button" class="danger primary" disabled={busy} onClick={() => void act()}>
          {props.act}
        </button>
      </div>
    </Dialog>
  );
}
