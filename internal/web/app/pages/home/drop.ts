import { useEffect, useState } from "preact/hooks";

// useDrop accepts a file dropped anywhere on the page, and reports whether one is being dragged.
export function useDrop(take: (file: File) => void): boolean {
  const [above, setAbove] = useState(false);
  useEffect(() => {
    const leave = new AbortController();
    const on = (name: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      window.addEventListener(name, listener, { signal: leave.signal });
    on("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setAbove(true);
    });
    on("dragleave", (event) => {
      if (event.relatedTarget === null) setAbove(false);
    });
    on("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setAbove(false);
      const file = event.dataTransfer.files[0];
      if (file) take(file);
    });
    return () => leave.abort();
  }, [take]);
  return above;
}
