import type { OutgoingMessage } from '../../../src/sms/message.ts';
import { messageOf } from './smpp-client.ts';
import type { SmppPair } from './smpp-pair.ts';
import type { PeerPdu } from './smpp-peer.ts';

/** Text of three parts. */
export const longText = `Maji {yako} ni ${'€'.repeat(20)} ${'kidogo sana '.repeat(30)}`;

/** That many messages, with ids from 0. */
export function bulk(count: number): OutgoingMessage[] {
  return Array.from({ length: count }, (_, id) => messageOf({ id }));
}

/** Takes the next so many `submit_sm` that came to the peer. */
export async function takeSubmits({ peer }: SmppPair, count: number): Promise<PeerPdu[]> {
  const pdus: PeerPdu[] = [];
  while (pdus.length < count) pdus.push((await peer.next('submit_sm')).pdu);
  return pdus;
}
