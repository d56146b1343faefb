const radius = 6_371_008.8; // metres, the mean radius of the Earth
const radians = Math.PI / 180;

export const equator = 2 * Math.PI * radius;

// metresBetween returns the great-circle distance between two places in degrees.
export function metresBetween(from: [number, number], to: [number, number]): number {
  const north = Math.sin(((to[1] - from[1]) * radians) / 2);
  const east = Math.sin(((to[0] - from[0]) * radians) / 2);
  const part = north * north + Math.cos(from[1] * radians) * Math.cos(to[1] * radians) * east * east;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(part)));
}
