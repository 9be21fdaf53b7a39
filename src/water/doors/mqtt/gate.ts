import type { EventEmitter } from 'node:events';
import type { ClientPeer } from './policy.ts';

const longestOwnName = 300;

/**
 * What the library knows a client by once that has signed in: of two of one name it ends the older. So a name holds
 * whose client it is, and a program is not ended by another one of its account. A device that signs has shown nothing
 * yet, so that its name is that of one connection.
 * @param ownName by which the client calls itself
 * @param connection number that no other connection has
 */
export function nameOf(peer: ClientPeer, ownName: string, connection: number): string {
  if (peer.kind === 'device' && peer.seal) return `signing/${connection}`;
  const whose = peer.kind === 'device' ? `device/${peer.id}` : `program/${peer.tokenId}`;
  return `${whose}/${ownName.slice(0, longestOwnName)}`;
}

/**
 * Most topic filters of one packet, of which Home Assistant puts 500 into one; and packets of one segment before its client
 * has signed in.
 */
export const mostAtOnce = 1000;

type Packet = {
  cmd: string;
  qos?: number;
  subscriptions?: { topic: string }[];
  unsubscriptions?: string[];
};

/**
 * Turns away packets that the library does not bear: filters by which an object has members of its own end the
 * process, and half a QoS 2 handshake is kept for ever.
 */
export function passFit(client: object, turnedAway: (why: 'qos_2' | 'subscribe') => void): void {
  const { _parser: parser } = client as { _parser: EventEmitter };
  parser.prependListener('packet', (packet: Packet) => {
    const { cmd, qos, subscriptions = [], unsubscriptions = [] } = packet;
    const filters = [...subscriptions.map(({ topic }) => topic), ...unsubscriptions];
    const isQos2 = cmd === 'publish' && qos === 2;
    if (!isQos2 && filters.length <= mostAtOnce && !filters.some((topic) => topic in {})) return;
    turnedAway(isQos2 ? 'qos_2' : 'subscribe');
    // A word that the library knows no packet of, so that it hangs up.
    packet.cmd = 'unfit';
  });
}

/**
 * Has a client read on only once it has signed in, which the library resumes: of one that does not wait for its CONNACK
 * it takes what comes in the next segments as from a stranger, and hangs up.
 */
export function holdBack(client: object): void {
  (client as { pause: () => void }).pause();
}
