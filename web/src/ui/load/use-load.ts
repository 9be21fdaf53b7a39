import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type Load<T> = {
  /** What came last; it stays while a newer answer is on its way, and when that one fails. */
  data: T | undefined;
  failure: Error | undefined;
  isLoading: boolean;
  /** Asks again. */
  reload: () => Promise<void>;
  /** Puts in what is known to be so by now, after a change for instance. */
  set: (change: T | ((data: T | undefined) => T | undefined)) => void;
};

/**
 * Loads something for a screen and again whenever one of `inputs` changes. An answer that comes after
 * a newer question, or after the screen is gone, is dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: unknown[]): Load<T> {
  const [data, setData] = useState<T>();
  const [failure, setFailure] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  const current = useRef<AbortController | undefined>(undefined);

  const reload = useCallback(async () => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setLoading(true);
    try {
      const found = await load(own.signal);
      if (own.signal.aborted) return;
      setData(() => found);
      setFailure(undefined);
    } catch (error) {
      if (own.signal.aborted) return;
      setFailure(toError(error));
    }
    setLoading(false);
  }, inputs);

  useEffect(() => {
    void reload();
    return () => current.current?.abort();
  }, [reload]);

  return { data, failure, isLoading, reload, set: setData };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
