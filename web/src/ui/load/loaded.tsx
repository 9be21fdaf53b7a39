import type { ComponentChildren } from 'preact';
import { FailureNotice } from '../failure-notice.tsx';
import { say } from '../words.ts';
import type { Load } from './use-load.ts';

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
