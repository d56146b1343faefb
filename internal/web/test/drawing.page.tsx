// A page with only a drawing of generated cities. Its address selects the content; scripts control it
// through window.drawing.
import { render } from "preact";
import { TourView } from "../app/draw/tourview";
import { makeDrawing, swapped } from "./drawings";
import "../app/style/main.css";
import "./drawing.page.css";

const query = new URLSearchParams(location.search);
const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
const { drawing, places, tour } = makeDrawing(query.get("shape") ?? "square", number("n", 1000), number("seed", 1));
if (query.has("open")) Object.assign(drawing, { open: true, start: tour[0], end: tour[tour.length - 1] });
if (query.has("unit")) drawing.unit = query.get("unit")!;
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";

const trails = query.has("trails") ? trailsOf(number("trails", 0)) : null;
let shown: Int32Array | null = query.has("empty") ? null : tour;

function trailsOf(count: number) {
  const near = (k: number) => Math.floor(k / 3) % drawing.n;
  const a = Int32Array.from({ length: count }, (_, k) => tour[near(k)]!);
  const b = Int32Array.from({ length: count }, (_, k) => tour[(near(k) + 1 + 4 * (k % 3)) % drawing.n]!);
  return { a, b, strength: Float32Array.from({ length: count }, (_, k) => (k % 3 === 0 ? 0.9 : 0.4 / (1 + (k % 7)))) };
}

function show(): void {
  render(
    <div class="drawing-page">
      <TourView
        drawing={drawing}
        places={places}
        tour={shown}
        trails={trails}
        basemap={query.has("basemap")}
        label="Tour"
        quiet={query.has("quiet")}
        nameOf={async (index) => `Place ${index}`}
      />
    </div>,
    document.body,
  );
}

Object.assign(window, {
  drawing: {
    // change shows another tour, with one part reversed.
    change: (from: number, to: number) => {
      shown = swapped(shown ?? tour, from, to);
      show();
    },
  },
});
// The marks "shown" and "drawn" are set at the first frame and at the first complete one.
const watch = new MutationObserver(() => {
  const busy = document.querySelector("[aria-busy]")?.getAttribute("aria-busy");
  if (performance.getEntriesByName("shown").length === 0) performance.mark("shown");
  if (busy !== "false") return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn")));
});
watch.observe(document.body, { subtree: true, attributeFilter: ["aria-busy"] });
performance.mark("data");
show();
