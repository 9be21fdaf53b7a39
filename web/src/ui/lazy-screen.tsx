import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../api/failure.ts';
import { abortAfter } from '../kit/abort-after.ts';
import { createBackOff } from '../kit/back-off.ts';
import { connection } from '../live/stream.ts';
import { FailureNotice } from './notice.tsx';
import { say } from './words.ts';

/**
 * Makes a screen whose code loads when first opened. It responds to the tap at once, shows a
 * failure to load, and loads by itself when the server is back.
 * @param Meanwhile shows known state during the load.
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
      // Moves the focus to the new screen for screen readers, unless the person went on meanwhile.
      if (!isWaiting || !isHere || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('#content h1')?.focus();
    }, [isHere]);

    if (Loaded) return <Loaded {...props} />;
    if (!failure) return <Meanwhile />;
    if (Meanwhile !== Loading && connection.value === 'offline') return <Meanwhile />;
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
 * Reloads the page as soon as the server answers. Code that failed to load once cannot load into
 * the same page: its stylesheet is not requested again, nor in all browsers the code. Browsers say
 * `online` when they have found a network, often seconds before data comes through, so the server
 * itself is polled, after waits that grow from one page to the next.
 * @returns a function that stops it.
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
  // At first an updated server, with other files, is the likely cause.
  if (tries === 0) now();
  else timer = setTimeout(now, backOff.next());
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener('online', now);
  };
}

/** Called when a screen's code has loaded: the next failure reloads at once. */
function noteServed(): void {
  sessionStorage.removeItem(triesKey);
}

/** True if the server itself answers: this address is never served from the browser's cache. */
export async function isServerThere(): Promise<boolean> {
  const { signal, settle } = abortAfter(deadlineMs);
  try {
    return (await fetch('/dashboard.json', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  } finally {
    settle();
  }
}
