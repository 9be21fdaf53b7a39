import { once } from 'node:events';
import { afterEach } from 'node:test';
import type { SmppOptions } from '../../../src/sms/providers/smpp/options.ts';
import { awaited, until } from '../until.ts';
import { createSmppClient, type SmppClient } from './smpp-client.ts';
import { type PeerPdu, type PeerSession, type SmppPeer, startSmppPeer } from './smpp-peer.ts';

export type SmppPair = SmppClient & { peer: SmppPeer; session: PeerSession };

type PairOptions = {
  options?: Partial<SmppOptions>;
  /** Answer of the peer to each `submit_sm`, from index 0; undefined: none. */
  onSubmit?: (pdu: PeerPdu, index: number) => object | undefined;
};

/** Provider and peer, bound to each other over a real socket. */
export async function bindPair({ options, onSubmit }: PairOptions = {}): Promise<SmppPair> {
  let index = 0;
  const answer = (pdu: PeerPdu) =>
    pdu.command === 'submit_sm' && onSubmit ? onSubmit(pdu, index++) : {};
  const peer = await startSmppPeer({ answer });
  const client = createSmppClient(peer.port, options);
  await client.provider.start?.();
  const { session } = await peer.next('bind_transceiver');
  for (let more = 1; more < (options?.sessions ?? 1); more += 1) {
    await peer.next('bind_transceiver');
  }
  await untilUp(client);
  return { ...client, peer, session };
}

/** Waits until all sessions of a provider are bound; its health changes only on what it reads. */
export async function untilUp({ provider }: Pick<SmppClient, 'provider'>): Promise<void> {
  await until(() => provider.health().state === 'up');
}

/** Ends both, also where they would still wait for each other. */
export async function endPair({ provider, timers, peer }: SmppPair): Promise<void> {
  let isStopped = false;
  const stopped = provider.stop?.().then(() => {
    isStopped = true;
  });
  await until(() => {
    timers.advance(1000);
    return isStopped;
  });
  await stopped;
  await peer.close();
}

/**
 * Binds pairs for the tests of a `describe`, and ends them after each.
 * @param begin how a pair is bound, such as `bindPair`.
 */
export function useSmppPairs<Args extends unknown[]>(
  begin: (...args: Args) => Promise<SmppPair>,
): (...args: Args) => Promise<SmppPair> {
  const pairs: SmppPair[] = [];
  afterEach(async () => {
    for (const pair of pairs.splice(0)) await endPair(pair);
  });
  return async (...args) => {
    const pair = await begin(...args);
    pairs.push(pair);
    return pair;
  };
}

/** Delivers to the provider; resolves with the status it answers. */
export async function deliver(session: PeerSession, fields: object): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  session.deliver_sm(fields, (pdu) => resolve(pdu.command_status));
  return await awaited('the answer to a deliver_sm', promise);
}

/** Delivers by `data_sm`. */
export async function deliverByData(session: PeerSession, fields: object) {
  const { promise, resolve } = Promise.withResolvers<{ command: string; status: number }>();
  session.data_sm(fields, ({ command, command_status: status }) => resolve({ command, status }));
  return await awaited('the answer to a data_sm', promise);
}

export const closed = (session: PeerSession) => once(session, 'close');
