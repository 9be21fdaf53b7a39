import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { callNext, type Page } from '../api/call.ts';
import { Unreachable } from '../api/failure.ts';
import { connection } from '../live/stream.ts';
import { Button } from './button.tsx';
import { type Action, useAction } from './form/use-action.ts';
import { FailureNotice, NotKept } from './notice.tsx';
import { say } from './words.ts';

export type Load<T> = {
  /** Last answer; it stays while a newer one is loading, and if that fails. */
  data: T | undefined;
  failure: Error | undefined;
  isLoading: boolean;
  reload: () => Promise<void>;
  /** Replaces the data by what is known after a change; an answer asked for before is not believed. */
  set: (change: T | ((data: T | undefined) => T | undefined)) => void;
};

/**
 * Loads data for a screen, again whenever one of `inputs` changes. An answer to an older request,
 * or after the screen is gone, is dropped. One that a change has overtaken may not know of it, so
 * it is asked for again.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: unknown[]): Load<T> {
  const [data, setData] = useState<T>();
  const [failure, setFailure] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  const current = useRef<AbortController | undefined>(undefined);
  const changes = useRef(0);

  const reload = useCallback(async () => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setLoading(true);
    try {
      for (let known = -1; known !== changes.current; ) {
        known = changes.current;
        const found = await load(own.signal);
        if (own.signal.aborted) return;
        const isOvertaken = known !== changes.current;
        setData((before) => (isOvertaken && before !== undefined ? before : found));
      }
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

  const set: Load<T>['set'] = useCallback((change) => {
    changes.current++;
    setData(change);
  }, []);
  return { data, failure, isLoading, reload, set };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export type JoinedPages<A> = {
  /** All pages loaded so far, joined into one answer. */
  list: Load<Page<A>>;
  more: Action<[]>;
};

/** Loads a paged answer, and reloads it from its first page as `useLoad` does. */
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
    // If the list was reloaded meanwhile, this page does not follow it.
    list.set((now) =>
      now?.next === next ? { items: join(now.items, page.items), next: page.next } : now,
    );
  });
  return { list, more };
}

export type Pages<T> = JoinedPages<T[]> & {
  /** Changes the shown records, after one was added or removed for instance. */
  change: (items: (before: T[]) => T[]) => void;
};

/** As `useJoinedPages`, for an answer that is a list. */
export function usePages<T>(
  loadFirst: (signal: AbortSignal) => Promise<Page<T[]>>,
  inputs: unknown[],
): Pages<T> {
  const pages = useJoinedPages(loadFirst, (before, after) => [...before, ...after], inputs);
  const change: Pages<T>['change'] = (items) =>
    pages.list.set((now) => now && { ...now, items: items(now.items) });
  return { ...pages, change };
}

type Props<T> = {
  of: Pick<Load<T>, 'data' | 'failure' | 'isLoading' | 'reload'>;
  /** Whether data are those asked for now: others stay only while these are on their way. */
  isCurrent?: (data: T) => boolean;
  children: (data: T) => ComponentChildren;
};

/** Shows loaded data, or a note while it loads, or the failure. */
export function Loaded<T>({ of, isCurrent = () => true, children }: Props<T>) {
  const { data, failure, isLoading, reload } = of;
  const isAway = connection.value === 'offline';
  const isUnreached = failure instanceof Unreachable;
  // What could not be loaded comes by itself once there is a network again.
  useEffect(() => {
    if (!isAway && isUnreached && !isLoading) void reload();
  }, [isAway]);
  if (isAway && (isUnreached || !failure)) {
    // The banner says that there is no network: once for the whole screen.
    return data === undefined || !isCurrent(data) ? <NotKept /> : children(data);
  }
  return (
    <>
      <FailureNotice failure={failure} retry={reload} />
      {data !== undefined && children(data)}
      {data === undefined && isLoading && (
        <p class="faint" role="status">
          {say.loading()}
        </p>
      )}
    </>
  );
}

type PagedProps<A> = { of: JoinedPages<A>; children: (items: A) => ComponentChildren };

/** A list as far as it is loaded, with a button for the next page. */
export function Paged<A>({ of: { list, more }, children }: PagedProps<A>) {
  return (
    <Loaded of={list}>
      {({ items, next }) => (
        <>
          {children(items)}
          <FailureNotice failure={more.failure} />
          {next !== undefined && (
            <p>
              <Button isBusy={more.isBusy} onClick={() => void more.run()}>
                {say.more()}
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
