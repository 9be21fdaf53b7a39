import { callNext, type Page } from '../api/call.ts';
import { type Action, useAction } from './use-action.ts';
import { type Load, useLoad } from './use-load.ts';

export type Pages<T> = {
  /** All that has come so far, as if it were one list. */
  list: Load<Page<T[]>>;
  /** Brings the page after it. */
  more: Action<[]>;
  /** Changes the records that are shown, after one was added or removed for instance. */
  change: (items: (before: T[]) => T[]) => void;
};

/** Loads a list of which more pages may follow, and from its first page again as `useLoad` does. */
export function usePages<T>(
  loadFirst: (signal: AbortSignal) => Promise<Page<T[]>>,
  inputs: unknown[],
): Pages<T> {
  const list = useLoad(loadFirst, inputs);
  const more = useAction(async () => {
    const next = list.data?.next;
    if (next === undefined) return;
    const page = await callNext<T[]>(next);
    // Where the list was loaded anew meanwhile, this page is not what follows it.
    list.set((now) =>
      now?.next === next ? { items: [...now.items, ...page.items], next: page.next } : now,
    );
  });
  const change: Pages<T>['change'] = (items) =>
    list.set((now) => now && { ...now, items: items(now.items) });
  return { list, more, change };
}
