const step = 80; // pixels per arrow key
const keyZoom = 1.5;
const still = 4; // pixels that a finger may move during a tap

// Gestures are the interactions with a drawing.
export type Gestures = {
  pan: (dx: number, dy: number) => void;
  zoom: (x: number, y: number, factor: number) => void;
  fit: () => void;
  point: (x: number, y: number) => void; // the pointer rests or tapped there
  leave: () => void;
  walk: (steps: number) => void; // along the tour
};

// listen handles pointers, wheel and keys of an element until the returned function is called.
export function listen(element: HTMLElement, on: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const spot = (event: { clientX: number; clientY: number }) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, spot(event));
    travelled = 0;
  };
  const move = (event: PointerEvent) => {
    const to = spot(event);
    const from = down.get(event.pointerId);
    if (from === undefined) return event.pointerType === "mouse" ? on.point(to.x, to.y) : undefined;
    down.set(event.pointerId, to);
    travelled += Math.hypot(to.x - from.x, to.y - from.y);
    if (travelled <= still) return;
    on.leave();
    element.dataset["dragging"] = "";
    on.pan((to.x - from.x) / down.size, (to.y - from.y) / down.size);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return;
    const before = Math.hypot(from.x - other.x, from.y - other.y);
    const after = Math.hypot(to.x - other.x, to.y - other.y);
    if (before > 0) on.zoom((to.x + other.x) / 2, (to.y + other.y) / 2, after / before);
  };
  const release = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (down.size === 0) delete element.dataset["dragging"];
    const at = spot(event);
    if (travelled <= still) on.point(at.x, at.y);
  };
  const cancel = (event: PointerEvent) => {
    down.delete(event.pointerId);
    delete element.dataset["dragging"];
  };
  const leave = () => down.size === 0 && on.leave();
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
    const at = spot(event);
    on.zoom(at.x, at.y, 1.3 ** -Math.max(-3, Math.min(3, event.ctrlKey ? 4 * lines : lines)));
  };
  const twice = (event: MouseEvent) => {
    const at = spot(event);
    on.zoom(at.x, at.y, event.shiftKey ? 0.5 : 2);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = [element.clientWidth / 2, element.clientHeight / 2] as const;
    const action: Record<string, () => void> = {
      ArrowLeft: () => on.pan(step, 0),
      ArrowRight: () => on.pan(-step, 0),
      ArrowUp: () => on.pan(0, step),
      ArrowDown: () => on.pan(0, -step),
      "+": () => on.zoom(...middle, keyZoom),
      "=": () => on.zoom(...middle, keyZoom),
      "-": () => on.zoom(...middle, 1 / keyZoom),
      "0": on.fit,
      "[": () => on.walk(-1),
      "]": () => on.walk(1),
      Escape: on.leave,
    };
    const act = action[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const listeners: [string, (event: never) => void][] = [
    ["pointerdown", press],
    ["pointermove", move],
    ["pointerup", release],
    ["pointercancel", cancel],
    ["pointerleave", leave],
    ["wheel", wheel],
    ["dblclick", twice],
    ["keydown", key],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener, { passive: false });
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
  };
}
