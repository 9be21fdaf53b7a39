import type { Logger } from 'pino';
import type { Guard } from '../../accounts/guard.ts';
import type { TicketHolder } from './tickets.ts';

type SessionWatchDeps<S> = {
  guard: Pick<Guard, 'ownersOf'>;
  log: Logger;
  /** Told of each stream whose session is no longer good. */
  finish: (stream: S) => void;
};

/**
 * Looks up whether the sessions of streams are still good. What is to be checked during a look-up
 * goes into the next one, all together.
 * @returns a function that has streams checked.
 */
export function createSessionWatch<S extends TicketHolder>({
  guard,
  log,
  finish,
}: SessionWatchDeps<S>): (streams: Iterable<S>) => void {
  const unchecked = new Set<S>();
  let isChecking = false;

  const check = async (): Promise<void> => {
    const asked = [...unchecked];
    unchecked.clear();
    const good = await guard.ownersOf([...new Set(asked.map(({ sessionId }) => sessionId))]);
    for (const stream of asked) if (!good.has(stream.sessionId)) finish(stream);
  };

  const checkAll = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      while (unchecked.size > 0) await check();
    } catch (error) {
      // The next heartbeat asks again.
      log.error({ err: error }, 'the sessions of streams could not be looked up');
    } finally {
      isChecking = false;
    }
  };

  return (streams) => {
    for (const stream of streams) unchecked.add(stream);
    void checkAll();
  };
}
