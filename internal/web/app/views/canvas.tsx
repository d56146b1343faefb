import { useEffect, useRef } from "preact/hooks";
import { useTheme } from "../charts/colours";
import { inkOf, useSize, type Ink } from "./ink";

export type Paint = (context: CanvasRenderingContext2D, width: number, height: number, ink: Ink) => void;

// A Canvas is repainted when its paint function, its size or the theme changes. Its label describes
// it; without a label it is decoration. Points are shares of its width and height.
export function Canvas(props: {
  label: string;
  class?: string;
  describedBy?: string;
  paint: Paint;
  onPoint?: (x: number, y: number) => void;
  onLeave?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const { width, height } = useSize(canvas);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || width === 0 || height === 0) return;
    const density = Math.min(window.devicePixelRatio || 1, 3);
    element.width = Math.round(width * density);
    element.height = Math.round(height * density);
    context.setTransform(density, 0, 0, density, 0, 0);
    props.paint(context, width, height, inkOf(element.parentElement ?? document.body));
  }, [props.paint, theme, width, height]);
  const point = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (box) props.onPoint?.((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  return (
    <canvas
      ref={canvas}
      class={props.class}
      role={props.label === "" ? undefined : "img"}
      aria-label={props.label || undefined}
      aria-hidden={props.label === "" ? "true" : undefined}
      aria-describedby={props.describedBy}
      tabIndex={props.onKeyDown ? 0 : undefined}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={props.onLeave}
      onKeyDown={props.onKeyDown}
    />
  );
}
