import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../api/failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import { isServerThere, noteServed, reloadOnceServed } from './load/reload-once-served.ts';
import { say } from './words.ts';

/**
 * A screen whose code comes when it is first opened. It answers the tap at once, says what is wrong
 * where the code does not come, and comes by itself when the server can be reached again.
 * @param Meanwhile what is known of it already.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Loading,
) {
  let Loaded: ComponentType<Props> | undefined;

  return function LazyScreen(props: Props) {
    const [failure, setFailure] = useState<Error>();
    const [, redraw] = useState(false);
    const [isWaiting] = useState(Loaded === undefined);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (screen) => {
          Loaded = screen;
          noteServed();
          redraw(true);
        },
        (error) => setFailure(new Unreachable(error)),
      );
    }, []);
    useEffect(() => (failure ? reloadOnceServed() : undefined), [failure]);
    const retry = async () => {
      if (await isServerThere()) location.reload();
      else setFailure(new Unreachable(undefined));
    };
    const isHere = Loaded !== undefined;
    useEffect(() => {
      // A screen reader begins at the new screen, unless the person went on meanwhile.
      if (!isWaiting || !isHere || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('#content h1')?.focus();
    }, [isHere]);

    if (Loaded) return <Loaded {...props} />;
    if (!failure) return <Meanwhile />;
    return (
      <>
        <FailureNotice failure={failure} retry={retry} />
        {Meanwhile !== Loading && <Meanwhile />}
      </>
    );
  };
}

function Loading() {
  return <p role="status">{say.loading()}</p>;
}
