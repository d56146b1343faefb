import { resolved } from "../../theme";

// MapColours are the colours of a base map, muted so that a tour stands out.
export type MapColours = { land: string; green: string; water: string; road: string; border: string; text: string };

export function mapColoursOf(host: HTMLElement): MapColours {
  const read = (token: string) => resolved(`var(--map-${token})`, host);
  return { land: read("land"), green: read("green"), water: read("water"), road: read("road"), border: read("border"), text: read("text") };
}
