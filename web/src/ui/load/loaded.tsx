import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { FailureNotice } from '../notice.tsx';
import { say } from '../words.ts';
import type { JoinedPages, Load } from './use-load.ts';

type Props<T> = {
  of: Pick<Load<T>, 'data' | 'failure' | 'isLoading' | 'reload'>;
  children: (data: T) => ComponentChildren;
};

/** What was loaded; before it came a word that it is coming, and after a failure why it did not. */
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

/** A list as far as it was asked for, and beneath it the way to the rest. */
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
