// Groups of vertices differ in colour and shape.

const corners = [0, 4, 3, -4, -3, 6, 5]; // 0 is a circle; negative: rotated

// trace adds the outline of a vertex to the path.
export function trace(context: CanvasRenderingContext2D, group: number, x: number, y: number, radius: number): void {
  const sides = corners[group % corners.length] ?? 0;
  context.beginPath();
  if (sides === 0) {
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const count = Math.abs(sides);
  const turn = sides > 0 ? Math.PI / 2 + (count % 2 === 0 ? Math.PI / count : Math.PI) : Math.PI / 2;
  const far = radius * (count === 3 ? 1.35 : count === 4 ? 1.25 : 1.12); // equal apparent size
  for (let i = 0; i < count; i++) {
    const angle = turn + (2 * Math.PI * i) / count;
    context.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  context.closePath();
}
