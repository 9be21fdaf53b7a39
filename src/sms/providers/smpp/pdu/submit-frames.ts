import type { OutgoingMessage } from '../../../message.ts';
import { splitIntoParts } from '../../../text/split-into-parts.ts';
import { addressOf, UnsendableError } from '../source-address.ts';
import { encodePdu } from './encode-pdu.ts';
import type { Address } from './pdu.ts';

/** Bit of the ESM class (SMPP 3.4, 5.2.12): the short message begins with a user data header. */
const withHeader = 0x40;
const receiptWanted = 1;

/**
 * Writes the `submit_sm` of each part of a message, not numbered yet.
 * @param reference what the parts of this message have in common, 0 to 255.
 * @param sender for a message that names none.
 * @throws UnsendableError
 */
export function toSubmitFrames(
  message: OutgoingMessage,
  reference: number,
  sender: Address,
  now: number,
): Buffer[] {
  const { encoding, parts } = splitIntoParts(message.text);
  if (parts.length > 255) throw new UnsendableError('the text is longer than 255 parts');
  const isOwn = message.from === null || message.from === sender.address;
  const source = isOwn ? sender : addressOf(message.from ?? '');
  const isLong = parts.length > 1;
  const shared = {
    command: 'submit_sm' as const,
    status: 0,
    sequence: 0,
    serviceType: '',
    source,
    destination: { ton: 1, npi: 1, address: message.to },
    esmClass: isLong ? withHeader : 0,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: '',
    validityPeriod: validityOf(message.expiresAt - now),
    registeredDelivery: receiptWanted,
    replaceIfPresent: 0,
    dataCoding: encoding === 'gsm7' ? 0 : 8,
    defaultMessageId: 0,
    tlvs: [],
  };
  return parts.map((part, index) =>
    encodePdu({
      ...shared,
      shortMessage: isLong ? withPlace(part, reference, parts.length, index + 1) : part,
    }),
  );
}

/** Puts the six octets of a concatenation before a part (TS 23.040, 9.2.3.24.1). */
function withPlace(part: Uint8Array, reference: number, total: number, number: number): Uint8Array {
  const octets = new Uint8Array(6 + part.length);
  octets.set([5, 0, 3, reference, total, number]);
  octets.set(part, 6);
  return octets;
}

/** Days that any month has, for the relative form counts years and months too. */
const longestValidityS = 27 * 86_400;
const shortestValidityS = 60;

/** Writes the relative form (SMPP 3.4, 7.1.1.2): the remaining time, whatever the SMSC's clock and zone. */
function validityOf(ms: number): string {
  const seconds = Math.min(longestValidityS, Math.max(shortestValidityS, Math.floor(ms / 1000)));
  const fields = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  return `0000${fields.map(twoDigits).join('')}000R`;
}

const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, '0');
