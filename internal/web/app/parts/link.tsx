import type { ComponentChildren } from "preact";
import { go } from "../router";

// A Link navigates to another page without a reload.
export function Link(props: { to: string; class?: string; current?: boolean; title?: string; children: ComponentChildren }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(props.to);
  };
  return (
    <a href={props.to} class={props.class} title={props.title} aria-current={props.current ? "page" : undefined} onClick={follow}>
      {props.children}
    </a>
  );
}
