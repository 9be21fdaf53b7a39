import type { Logger } from 'pino';
import type { Guard } from '../../accounts/guard.ts';
import type { TicketHolder } from './tickets.ts';

type SessionCheckDeps<S> = {
  guard: Pick<Guard, 'ownersOf'>;
  log: Logger;
  /** Called with each stream whose session is no longer valid. */
  finish: (stream: S) => void;
};

/**
 * Creates the check of the sessions of streams. Streams that come up during a look-up are checked together in
 * the next one.
 * @returns a function that starts a check of streams.
 */
export function createSessionCheck<S extends TicketHolder>({
  guard,
  log,
  finish,
}: SessionCheckDeps<S>): (streams: Iterable<S>) => void {
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
