import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { messageOf } from "../../parts/failed";
import { toast } from "../../parts/toast";

// A SaveButton saves a response as a file. A plain link could not send the token.
export function SaveButton(props: { fetch: () => Promise<Response>; name: string; apartFrom?: string; label?: string; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const answer = await props.fetch();
      keep(await answer.blob(), apart(nameOf(answer) ?? props.name, props.apartFrom));
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" disabled={busy} aria-label={props.label} onClick={() => void save()}>
      {props.children}
    </button>
  );
}

// nameOf returns the server's name of a file.
function nameOf(answer: Response): string | undefined {
  return /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
}

// apart gives a result a different name from its input file.
function apart(name: string, other: string | undefined): string {
  return name === other ? name.replace(/(\.[^.]*)?$/, "-result$1") : name;
}

function keep(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may first ask for a folder
}
