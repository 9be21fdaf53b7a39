import { type Served, serve } from '../lib/processes.ts';

/** The SMSC of `bench/sms/smpp-peer-process.ts` and the port where it speaks SMPP. */
export type Peer = Served & { smpp: number };

export async function startPeer(): Promise<Peer> {
  const peer = await serve('bench/sms/smpp-peer-process.ts', {});
  const { smpp } = await statsOf(peer);
  return { ...peer, smpp };
}

/** Messages that it took; `DELETE` resets the count. */
export async function statsOf({ url }: Pick<Served, 'url'>, method = 'GET') {
  const response = await fetch(url, { method });
  return (await response.json()) as { smpp: number; count: number; firstAt: number };
}
