import { useCallback, useEffect, useState } from "preact/hooks";
import { onReach } from "../api/reach";

export type Load<T> = {
  data: T | undefined;
  error: unknown; // of the last attempt; data may remain from an earlier one
  loading: boolean;
  reload: () => void;
};

type Result<T> = { data: T | undefined; error: unknown; loading: boolean };

// useLoad returns the response of a request and repeats the request when deps change. With every, it
// polls with that interval in milliseconds while the page is visible. With keep, old data remain until
// new data arrive. It retries when an unreachable server is back.
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: unknown[],
  options: { every?: number | undefined; keep?: boolean } = {},
): Load<T> {
  const [result, setResult] = useState<Result<T>>({ data: undefined, error: undefined, loading: true });
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    if (options.keep !== true) setResult({ data: undefined, error: undefined, loading: true });
  }, deps);
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      if (document.hidden) document.addEventListener("visibilitychange", () => void ask(), { once: true, signal: leave.signal });
      else void ask();
    };
    const ask = async () => {
      setResult((before) => ({ ...before, loading: true }));
      try {
        const data = await load(leave.signal);
        if (!leave.signal.aborted) setResult({ data, error: undefined, loading: false });
      } catch (error) {
        if (!leave.signal.aborted) setResult((before) => ({ ...before, error, loading: false }));
      }
      if (options.every !== undefined && !leave.signal.aborted) timer = setTimeout(again, options.every);
    };
    void ask();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [...deps, attempt, options.every]);
  const failed = result.error !== undefined;
  useEffect(() => onReach((there) => there && failed && reload()), [failed]);
  return { ...result, reload };
}
