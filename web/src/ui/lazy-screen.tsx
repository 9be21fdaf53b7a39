import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../api/failure.ts';
import { createBackOff } from '../kit/back-off.ts';
import { FailureNotice } from './notice.tsx';
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

const triesKey = 'kisima.reloads';
const deadlineMs = 5_000;

/**
 * Loads the page anew as soon as the server answers. A part of the dashboard that did not come once cannot
 * come to the same page: its stylesheet is not asked for again, nor in all browsers its code. A browser
 * says `online` when it has found a network, often seconds before anything comes through it, so the
 * server itself is asked, and again after waits that grow from one page to the next.
 * @returns what stops it.
 */
function reloadOnceServed(): () => void {
  const backOff = createBackOff(Math.random);
  const tries = Number(sessionStorage.getItem(triesKey) ?? 0);
  for (let tried = 0; tried < tries; tried++) backOff.next();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const attempt = async () => {
    clearTimeout(timer);
    const isServed = !document.hidden && (await isServerThere());
    if (isStopped) return;
    if (isServed) {
      sessionStorage.setItem(triesKey, String(tries + 1));
      location.reload();
      return;
    }
    timer = setTimeout(() => void attempt(), backOff.next());
  };
  const now = () => void attempt();
  addEventListener('online', now);
  // The first time an updated server is the likely cause: it has other files by now.
  if (tries === 0) now();
  else timer = setTimeout(now, backOff.next());
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener('online', now);
  };
}

/** To be called when a part has come: the next one that does not is asked for at once. */
function noteServed(): void {
  sessionStorage.removeItem(triesKey);
}

/** Whether the server itself answers: this address is never answered from what the browser keeps. */
export async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    return (await fetch('/dashboard.json', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
