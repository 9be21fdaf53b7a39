import type { Logger } from 'pino';
import type { Guard } from '../../../accounts/guard.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop } from '../../../kit/async/loop.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { Clients } from './clients.ts';
import type { AccountPeer, Connection } from './message.ts';

type CheckDeps = {
  guard: Pick<Guard, 'goodTokens' | 'onSessionsEnded'>;
  clients: Pick<Clients, 'accounts' | 'ofAccount'>;
  log: Logger;
  timers: Timers;
};

/** For tokens that end in another way, such as with their account. */
const everyMs = minuteMs;
const tokensAtOnce = 500;

/** Ends the connections of programs whose tokens were revoked, at once. */
export function createTokenCheck({ guard, clients, log, timers }: CheckDeps): Component {
  const check = async (open: Connection<AccountPeer>[]): Promise<void> => {
    for (const some of chunksOf(open, tokensAtOnce)) {
      const good = await guard.goodTokens([...new Set(some.map(tokenOf))]);
      for (const client of some) if (!good.has(tokenOf(client))) client.end();
    }
  };
  guard.onSessionsEnded((userId) => {
    const concerned = userId === undefined ? clients.accounts() : clients.ofAccount(userId);
    check([...concerned]).catch((error: unknown) =>
      log.error({ err: error }, 'the tokens of clients of MQTT could not be looked up'),
    );
  });
  const work = () => check([...clients.accounts()]);
  return createLoop({ log, timers }, { name: 'tokens of mqtt', everyMs, work });
}

/** The id of the token by which a client signed in. */
function tokenOf({ peer }: Connection<AccountPeer>): number {
  return peer.tokenId;
}
