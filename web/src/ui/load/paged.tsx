import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { say } from '../words.ts';
import { Loaded } from './loaded.tsx';
import type { JoinedPages } from './use-pages.ts';

type Props<A> = { of: JoinedPages<A>; children: (items: A) => ComponentChildren };

/** A list as far as it was asked for, and beneath it the way to the rest. */
export function Paged<A>({ of: { list, more }, children }: Props<A>) {
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
