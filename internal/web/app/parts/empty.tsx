import type { ComponentChildren } from "preact";

// Empty is a placeholder that says what to do.
export function Empty(props: { title?: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      {props.title !== undefined && <p class="title">{props.title}</p>}
      {props.children !== undefined && <div>{props.children}</div>}
    </div>
  );
}
