import { EtagMismatch, type RangeResponse, type Source } from "pmtiles";

const mostBytes = 32_000_000; // per request: no tile and no directory is larger

// Get requests the base map with the given headers.
export type Get = (init: { headers: Record<string, string>; signal?: AbortSignal }) => Promise<Response>;

// rangeSource reads ranges of a PMTiles file.
export function rangeSource(get: Get): Source {
  return {
    getKey: () => "basemap",
    getBytes: async (offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> => {
      if (!(length > 0 && length <= mostBytes)) {
        throw new Error(`the base map has a part of ${length} bytes, expected at most ${mostBytes}: the file is damaged`);
      }
      const answer = await get({ headers: { Range: `bytes=${offset}-${offset + length - 1}` }, ...(signal && { signal }) });
      if (answer.status !== 206) {
        await answer.body?.cancel();
        throw new Error(`the server answered ${answer.status} to a request for a part of the base map, expected 206`);
      }
      const now = answer.headers.get("ETag");
      if (etag !== undefined && now !== null && etag !== now) throw new EtagMismatch(`the base map changed from ${etag} to ${now}`);
      const data = await answer.arrayBuffer();
      return now === null ? { data } : { data, etag: now };
    },
  };
}
