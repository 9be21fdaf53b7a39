import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { FailureNotice } from '../notice.tsx';
import { say } from '../words.ts';
import type { JoinedPages, Load } from './use-load.ts';

type Props<T> = {
  of: Pick<Load<T>, 'data' | 'failure' | 'isLoading' | 'reload'>;
  children: (data: T) => ComponentChildren;
};

/** Shows loaded data, or a note while it loads, or the failure. */
export function Loaded<T>({ of: { data, failure, isLoading, reload }, children }: Props<T>) {
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
