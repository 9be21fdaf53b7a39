import { callNext, type Page } from '../../api/call.ts';
import { type Action, useAction } from '../form/use-action.ts';
import { type Load, useLoad } from './use-load.ts';

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
