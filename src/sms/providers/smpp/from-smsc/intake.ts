import type { Logger } from 'pino';
import type { Timers } from '../../../../kit/time/timers.ts';
import type { InboundMessage, ProviderEvents } from '../../provider.ts';
import type { ShortMessage } from '../pdu/pdu.ts';
import { numberOf, tags } from '../pdu/tlvs.ts';
import { readUserData } from '../pdu/user-data.ts';
import { alphabetOf, decodeText } from './inbound-text.ts';
import type { MessageIds } from './message-ids.ts';
import { PartJoiner } from './part-joiner.ts';
import { isReceipt, readReceipt } from './receipts.ts';

type IntakeDeps = {
  name: string;
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

export function createIntake({ name, ids, events, timers, log }: IntakeDeps): Intake {
  const passOn = (message: Omit<InboundMessage, 'provider' | 'ref'>) =>
    events.onInbound({ provider: name, ref: null, ...message });

  const joiner = new PartJoiner({
    timers,
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
    if (alphabetOf(dataCoding) === undefined) {
      const form = `0x${dataCoding.toString(16).padStart(2, '0')}`;
      events.onUnknownForm({ provider: name, kind: 'data_coding', form });
    }
    const from = message.source.address;
    const to = message.destination.address;
    if (place) await joiner.add({ from, to, dataCoding, octets, place });
    else {
      const number = numberOf(message.tlvs, tags.user_message_reference);
      const reference = number === undefined ? {} : { reference: String(number) };
      await passOn({ from, to, text: decodeText(octets, dataCoding), ...reference });
    }
  };

  return {
    take: (message) => (isReceipt(message) ? takeReceipt(message) : takeMessage(message)),
    stop: () => joiner.stop(),
  };
}
