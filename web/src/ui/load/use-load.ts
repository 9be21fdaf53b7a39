import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { callNext, type Page } from '../../api/call.ts';
import { type Action, useAction } from '../form/use-action.ts';

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

export type JoinedPages<A> = {
  /** All that has come so far, as if it were one answer. */
  list: Load<Page<A>>;
  /** Brings the page after it. */
  more: Action<[]>;
};

/** Loads an answer of which more pages may follow, and from its first page again as `useLoad` does. */
export function useJoinedPages<A>(
  loadFirst: (signal: AbortSignal) => Promise<Page<A>>,
  join: (before: A, after: A) => A,
  inputs: unknown[],
): JoinedPages<A> {
  const list = useLoad(loadFirst, inputs);
  const more = useAction(async () => {
    const next = list.data?.next;
    if (next === undefined) return;
    const page = await callNext<A>(next);
    // Where the list was loaded anew meanwhile, this page is not what follows it.
    list.set((now) =>
      now?.next === next ? { items: join(now.items, page.items), next: page.next } : now,
    );
  });
  return { list, more };
}

export type Pages<T> = JoinedPages<T[]> & {
  /** Changes the records that are shown, after one was added or removed for instance. */
  change: (items: (before: T[]) => T[]) => void;
};

/** The same for an answer that is a list. */
export function usePages<T>(
  loadFirst: (signal: AbortSignal) => Promise<Page<T[]>>,
  inputs: unknown[],
): Pages<T> {
  const pages = useJoinedPages(loadFirst, (before, after) => [...before, ...after], inputs);
  const change: Pages<T>['change'] = (items) =>
    pages.list.set((now) => now && { ...now, items: items(now.items) });
  return { ...pages, change };
}
