import type { Logger } from 'pino';
import type { Guard } from '../../accounts/guard.ts';
import type { StreamHolder } from './tickets.ts';

type SessionCheckDeps<S> = {
  guard: Pick<Guard, 'ownersOf' | 'goodTokens'>;
  log: Logger;
  /** Called with each stream whose session, or token, is no longer valid. */
  finish: (stream: S) => void;
};

/**
 * Creates the check of the sessions, and tokens of programs, of streams. Streams that come up during a look-up are checked together in
 * the next one.
 * @returns a function that starts a check of streams.
 */
export function createSessionCheck<S extends StreamHolder>({
  guard,
  log,
  finish,
}: SessionCheckDeps<S>): (streams: Iterable<S>) => void {
  const unchecked = new Set<S>();
  let isChecking = false;

  const check = async (): Promise<void> => {
    const asked = [...unchecked];
    unchecked.clear();
    const sessionIds = asked.flatMap(({ program, sessionId }) => (program ? [] : [sessionId]));
    const tokenIds = asked.flatMap(({ program }) => (program ? [program.id] : []));
    const sessions = await guard.ownersOf([...new Set(sessionIds)]);
    const tokens = await guard.goodTokens([...new Set(tokenIds)]);
    for (const stream of asked) {
      const { program, sessionId } = stream;
      if (!(program ? tokens.has(program.id) : sessions.has(sessionId))) finish(stream);
    }
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
