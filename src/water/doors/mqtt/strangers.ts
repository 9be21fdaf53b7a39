import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toNetwork } from '../../../accounts/throttles/keys.ts';

/** A connection that has not shown who it is: gives back its place, and ends it. */
type Stranger = { leave: () => void; end: () => void };

/**
 * Places of connections that have not signed in, or not proven that they are their device's. Where all are taken, whoever comes gets that of the oldest of the
 * address that holds the most, if it holds fewer itself: else one host could keep everybody out.
 */
export function createStrangers(most: number) {
  const byAddress = new Map<string, Set<Stranger>>();
  let size = 0;

  const enter = (address: string, end: () => void): Stranger => {
    const all = byAddress.get(address) ?? new Set();
    const stranger: Stranger = {
      end,
      leave: () => {
        if (!all.delete(stranger)) return;
        size -= 1;
        if (all.size === 0) byAddress.delete(address);
      },
    };
    byAddress.set(address, all.add(stranger));
    size += 1;
    return stranger;
  };

  const makeRoom = (address: string): boolean => {
    if (size < most) return true;
    let crowded = new Set<Stranger>();
    for (const all of byAddress.values()) if (all.size > crowded.size) crowded = all;
    const [oldest] = crowded;
    if (!oldest || crowded.size <= (byAddress.get(address)?.size ?? 0) + 1) return false;
    oldest.leave();
    oldest.end();
    return true;
  };

  return {
    /**
     * @param address as `addressOf` tells it
     * @param end ends the connection, when another one gets its place
     * @returns what gives its place back, also more than once; undefined where there is none
     */
    enter: (address: string, end: () => void): (() => void) | undefined =>
      makeRoom(address) ? enter(address, end).leave : undefined,
  };
}

/** Where a connection comes from. All that come by WebSocket count as one: most come by a proxy. */
export function addressOf(stream: Duplex): string {
  return toNetwork((stream as Partial<Socket>).remoteAddress ?? '');
}
