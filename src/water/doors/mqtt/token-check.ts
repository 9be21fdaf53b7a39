import type { Logger } from 'pino';
import { findGoodTokens } from '../../../accounts/program-tokens/queries.ts';
import type { TokenEnds } from '../../../accounts/program-tokens/token-ends.ts';
import type { Db } from '../../../db/db.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop } from '../../../kit/async/loop.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { Clients } from './clients.ts';

type CheckDeps = {
  db: { read: Db };
  clients: Pick<Clients, 'accounts'>;
  log: Logger;
  timers: Timers;
  tokenEnds: Pick<TokenEnds, 'listen'>;
};

/** For tokens that end in another way, such as with their account. */
const everyMs = minuteMs;
const tokensAtOnce = 500;

/** Ends the connections of programs whose tokens were revoked, at once. */
export function createTokenCheck({ db, clients, log, timers, tokenEnds }: CheckDeps): Component {
  const check = async (): Promise<void> => {
    const open = [...clients.accounts()];
    for (const some of chunksOf(open, tokensAtOnce)) {
      const hashes = new Set(some.map(({ peer }) => peer.tokenHash));
      const good = await findGoodTokens(db.read, [...hashes]);
      for (const client of some) if (!good.has(client.peer.tokenHash)) client.end();
    }
  };
  tokenEnds.listen(() => {
    check().catch((error: unknown) =>
      log.error({ err: error }, 'the tokens of clients of MQTT could not be looked up'),
    );
  });
  return createLoop({ log, timers }, { name: 'tokens of mqtt', everyMs, work: check });
}
