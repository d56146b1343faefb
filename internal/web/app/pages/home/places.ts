import type { City } from "../../api/types";

// placesOf returns the coordinates of the cities relative to an origin, as drawings need them.
export function placesOf(cities: City[], origin: number[]): Float32Array {
  const places = new Float32Array(2 * cities.length);
  cities.forEach(({ x = 0, y = 0 }, k) => {
    places[2 * k] = x - (origin[0] ?? 0);
    places[2 * k + 1] = y - (origin[1] ?? 0);
  });
  return places;
}

export function nameOf(city: City): string {
  return city.name || city.id;
}
