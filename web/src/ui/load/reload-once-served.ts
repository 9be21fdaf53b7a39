import { createBackOff } from '../../kit/back-off.ts';

const triesKey = 'kisima.reloads';
const deadlineMs = 5_000;

/**
 * Loads the page anew as soon as the server answers. A part of the dashboard that did not come once cannot
 * come to the same page: its stylesheet is not asked for again, nor in all browsers its code. A browser
 * says `online` when it has found a network, often seconds before anything comes through it, so the
 * server itself is asked, and again after waits that grow from one page to the next.
 * @returns what stops it.
 */
export function reloadOnceServed(): () => void {
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
export function noteServed(): void {
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
