import { type Served, serve } from '../lib/processes.ts';

/** The SMSC of `bench/sms/smpp-peer-process.ts` and the port where it speaks SMPP. */
export type Peer = Served & { smpp: number };

/** @param perSecond what it takes; without it everything. */
export async function startPeer(perSecond?: number): Promise<Peer> {
  const env = perSecond === undefined ? {} : { PEER_PER_SECOND: String(perSecond) };
  const peer = await serve('bench/sms/smpp-peer-process.ts', env);
  const { smpp } = await statsOf(peer);
  return { ...peer, smpp };
}

type PeerStats = {
  smpp: number;
  count: number;
  firstAt: number;
  /** Submits that it throttled, and messages that it took more than once. */
  throttled: number;
  copies: number;
};

/** Messages that it took; `DELETE` resets the count. */
export async function statsOf({ url }: Pick<Served, 'url'>, method = 'GET') {
  const response = await fetch(url, { method });
  return (await response.json()) as PeerStats;
}
