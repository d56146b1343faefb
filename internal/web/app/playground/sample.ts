// sample returns a table of n stops in clusters around Hamburg, always the same.
export function sample(n: number): string {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const centres = Array.from({ length: 12 }, () => [53.4 + 0.3 * random(), 9.7 + 0.6 * random()] as const);
  const rows = Array.from({ length: n }, (_, i) => {
    const [lat, lon] = centres[Math.floor(random() * centres.length)]!;
    const spread = () => 0.06 * (random() + random() - 1);
    return `Stop ${i + 1},${(lat + spread()).toFixed(5)},${(lon + 1.6 * spread()).toFixed(5)}`;
  });
  return ["name,lat,lon", ...rows, ""].join("\n");
}
