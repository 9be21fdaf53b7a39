import type { Logger } from 'pino';
import { findGoodTokens } from '../../../accounts/program-tokens/queries.ts';
import type { Db } from '../../../db/db.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop } from '../../../kit/async/loop.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { Clients } from './clients.ts';

type CheckDeps = {
  db: { read: Db };
  clients: Pick<Clients, 'accounts'>;
  log: Logger;
  timers: Timers;
};

const everyMs = 10 * secondMs;
const tokensAtOnce = 500;

/** Ends the connections of programs whose tokens were revoked, within moments. */
export function createTokenCheck({ db, clients, log, timers }: CheckDeps): Component {
  const check = async (): Promise<void> => {
    const open = [...clients.accounts()];
    for (const some of chunksOf(open, tokensAtOnce)) {
      const hashes = new Set(some.map(({ peer }) => peer.tokenHash));
      const good = await findGoodTokens(db.read, [...hashes]);
      for (const client of some) if (!good.has(client.peer.tokenHash)) client.end();
    }
  };
  return createLoop({ log, timers }, { name: 'tokens of mqtt', everyMs, work: check });
}
