// The layout of a graph. Small graphs use forces: edges attract their ends, and vertices repel each
// other. Large ones are arranged on a circle.

export type Places = { x: Float32Array; y: Float32Array };

const mostForced = 500; // vertices
const rounds = 160;
const budget = 1500; // milliseconds until the layout stops
const slice = 10; // milliseconds between pauses that keep the page responsive

export const isForced = (n: number) => n <= mostForced;

// circle places the vertices of a group together, with space between groups.
export function circle(groups: ArrayLike<number>): Places {
  const n = groups.length;
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => (groups[a] ?? 0) - (groups[b] ?? 0) || a - b);
  const room = n / 60;
  const around = n + room * (new Set(Array.from(groups)).size || 1);
  const places = { x: new Float32Array(n), y: new Float32Array(n) };
  let at = 0.5 + room / 2;
  order.forEach((vertex, i) => {
    if (i > 0 && groups[vertex] !== groups[order[i - 1] ?? 0]) at += room;
    const angle = (2 * Math.PI * at++) / around - Math.PI / 2;
    places.x[vertex] = Math.cos(angle);
    places.y[vertex] = Math.sin(angle);
  });
  return places;
}

// forced moves vertices until they rest or the time is up. With apart, each is also attracted to a
// point of its group. The result is deterministic.
export async function forced(groups: ArrayLike<number>, edges: ArrayLike<number>, apart: boolean, signal: AbortSignal): Promise<Places> {
  const n = groups.length;
  const places = start(groups, apart);
  const points = apart ? anchors(groups) : null;
  const began = performance.now();
  let paused = began;
  for (let round = 0; round < rounds && n > 1; round++) {
    const now = performance.now();
    if (now - paused > slice) {
      await new Promise((resolve) => setTimeout(resolve));
      paused = performance.now();
    }
    const done = Math.max(round / rounds, (now - began) / budget); // a slow machine cools in fewer rounds
    if (done >= 1 || signal.aborted) break;
    move(places, edges, points, groups, 0.12 * (1 - done) + 0.002);
  }
  return places;
}

// start returns a spiral, around the point of each group if groups are apart.
function start(groups: ArrayLike<number>, apart: boolean): Places {
  const n = groups.length;
  const places = { x: new Float32Array(n), y: new Float32Array(n) };
  const points = apart ? anchors(groups) : null;
  for (let i = 0; i < n; i++) {
    const far = 0.8 * Math.sqrt((i + 0.5) / n) * (points ? 0.4 : 1);
    const [x, y] = points?.get(groups[i] ?? 0) ?? [0, 0];
    places.x[i] = x + far * Math.cos(2.399963 * i);
    places.y[i] = y + far * Math.sin(2.399963 * i);
  }
  return places;
}

// anchors returns a point on a circle for each group; two groups are left and right.
function anchors(groups: ArrayLike<number>): Map<number, [number, number]> {
  const all = [...new Set(Array.from(groups))].sort((a, b) => a - b);
  return new Map(
    all.map((group, i) => {
      const angle = (2 * Math.PI * i) / all.length + Math.PI;
      return [group, all.length < 2 ? [0, 0] : [Math.cos(angle), Math.sin(angle)]];
    }),
  );
}

function move(places: Places, edges: ArrayLike<number>, points: Map<number, [number, number]> | null, groups: ArrayLike<number>, furthest: number): void {
  const { x, y } = places;
  const n = x.length;
  const dx = new Float32Array(n);
  const dy = new Float32Array(n);
  const at = (array: Float32Array, i: number) => array[i] as number;
  const k = 1.6 / Math.sqrt(n); // the distance at which attraction and repulsion balance
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const vx = at(x, a) - at(x, b);
      const vy = at(y, a) - at(y, b);
      const push = (k * k) / Math.max(vx * vx + vy * vy, 1e-6);
      dx[a] = at(dx, a) + vx * push;
      dy[a] = at(dy, a) + vy * push;
      dx[b] = at(dx, b) - vx * push;
      dy[b] = at(dy, b) - vy * push;
    }
  }
  const weak = Math.min(1, (3 * n) / Math.max(edges.length / 3, 1)); // dense graphs would collapse
  for (let e = 0; e + 2 < edges.length; e += 3) {
    const a = edges[e] as number;
    const b = edges[e + 1] as number;
    const vx = at(x, a) - at(x, b);
    const vy = at(y, a) - at(y, b);
    const pull = points ? 0.12 * weak : (weak * Math.hypot(vx, vy)) / k; // groups must not merge
    dx[a] = at(dx, a) - vx * pull;
    dy[a] = at(dy, a) - vy * pull;
    dx[b] = at(dx, b) + vx * pull;
    dy[b] = at(dy, b) + vy * pull;
  }
  for (let i = 0; i < n; i++) {
    const [px, py] = points?.get(groups[i] ?? 0) ?? [0, 0];
    const hold = points ? 8 : 2;
    const fx = at(dx, i) + hold * (px - at(x, i));
    const fy = at(dy, i) + hold * (py - at(y, i));
    const far = Math.max(Math.hypot(fx, fy), 1e-9);
    x[i] = at(x, i) + (fx / far) * Math.min(far, furthest);
    y[i] = at(y, i) + (fy / far) * Math.min(far, furthest);
  }
}
