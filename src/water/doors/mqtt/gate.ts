import type { EventEmitter } from 'node:events';

/** Keeps clients of different users apart that call themselves alike: the same name ends the connection before. */
export function nameClient(packet: { clientId: string; username?: string | undefined }): void {
  if (packet.clientId === '') return;
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`.slice(0, 300);
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
