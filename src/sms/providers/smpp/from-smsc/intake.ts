import type { Logger } from 'pino';
import type { Timers } from '../../../../kit/time/timers.ts';
import type { InboundMessage, ProviderEvents } from '../../provider.ts';
import type { Alphabet } from '../alphabet.ts';
import type { ShortMessage } from '../pdu/pdu.ts';
import { numberOf, tags } from '../pdu/tlvs.ts';
import { readUserData } from '../pdu/user-data.ts';
import { decodeText, isKnown } from './inbound-text.ts';
import type { MessageIds } from './message-ids.ts';
import { PartJoiner } from './part-joiner.ts';
import { isReceipt, readReceipt } from './receipts.ts';

type IntakeDeps = {
  name: string;
  alphabet: Alphabet;
  ids: MessageIds;
  events: ProviderEvents;
  timers: Timers;
  log: Logger;
};

/** Deliveries of the SMSC: receipts, and messages from phones. */
export type Intake = {
  /** Resolves when the delivery may be confirmed. */
  take: (message: ShortMessage) => Promise<void>;
  stop: () => Promise<void>;
};

export function createIntake(deps: IntakeDeps): Intake {
  const { name, alphabet, ids, events, timers, log } = deps;
  const passOn = (message: Omit<InboundMessage, 'provider' | 'ref'>) =>
    events.onInbound({ provider: name, ref: null, ...message });

  const decode = (octets: Uint8Array, dataCoding: number) =>
    decodeText(octets, dataCoding, alphabet);

  const joiner = new PartJoiner({
    timers,
    decode,
    onWhole: passOn,
    onIncomplete: (missing, error) =>
      log.warn({ missing, err: error }, 'a long message from a phone lacks parts'),
  });

  const takeReceipt = async (message: ShortMessage): Promise<void> => {
    const receipt = readReceipt(message);
    // It would be as unreadable the next time; confirmed, so that it does not come for ever.
    if ('form' in receipt) return events.onUnknownForm({ provider: name, ...receipt });
    const { id, ...rest } = receipt;
    await events.onReceipt({ ...rest, provider: name, ...ids.ofReceipt(id) });
  };

  const takeMessage = async (message: ShortMessage): Promise<void> => {
    const { octets, place } = readUserData(message);
    const { dataCoding } = message;
    if (!isKnown(dataCoding)) {
      const form = `0x${dataCoding.toString(16).padStart(2, '0')}`;
      events.onUnknownForm({ provider: name, kind: 'data_coding', form });
    }
    const from = message.source.address;
    const to = message.destination.address;
    if (place) await joiner.add({ from, to, dataCoding, octets, place });
    else {
      const number = numberOf(message.tlvs, tags.user_message_reference);
      const reference = number === undefined ? {} : { reference: String(number) };
      await passOn({ from, to, text: decode(octets, dataCoding), ...reference });
    }
  };

  return {
    take: (message) => (isReceipt(message) ? takeReceipt(message) : takeMessage(message)),
    stop: () => joiner.stop(),
  };
}
