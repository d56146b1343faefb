import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon";

// CopyText shows a text, such as a command line, with a copy button.
export function CopyText(props: { text: string; label: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(props.text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const message = copied === null ? "" : copied ? "Copied" : "The browser does not allow copying";
  return (
    <div class="copy">
      <code tabIndex={0} aria-label={props.label}>
        {props.text.split(" ").flatMap((word, i) => [i > 0 && " ", <span key={i}>{word}</span>])}
      </code>
      <button type="button" class="quiet" aria-label={`Copy: ${props.label}`} title="Copy" onClick={() => void copy()}>
        <Icon name={copied ? "check" : "copy"} />
      </button>
      <span class="unseen" role="status">
        {message}
      </span>
    </div>
  );
}
