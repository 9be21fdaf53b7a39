import type { OutgoingMessage } from '../../../message.ts';
import type { Alphabet } from '../alphabet.ts';
import type { LongTexts } from '../options.ts';
import { sourceOf, UnsendableError } from '../source-address.ts';
import { type ValidityForm, writeValidity } from '../validity.ts';
import { encodePdu } from './encode-pdu.ts';
import { type WrittenText, writeText } from './outgoing-text.ts';
import type { Address } from './pdu.ts';
import { type Tlv, tags } from './tlvs.ts';

/** What all messages to an SMSC have in common. */
export type SubmitForm = {
  /** For a message that names none. */
  sender: Address;
  serviceType: string;
  destinationTon: number;
  destinationNpi: number;
  alphabet: Alphabet;
  longTexts: LongTexts;
  /** Longest validity period, in milliseconds. */
  longestValidityMs: number;
};

/** Bit of the ESM class (SMPP 3.4, 5.2.12): the short message begins with a user data header. */
const withHeader = 0x40;
const receiptWanted = 1;

/** The fields of one `submit_sm` that carry its text. */
type Carrier = { esmClass: number; shortMessage: Uint8Array; tlvs: Tlv[] };

/**
 * Writes the `submit_sm` of each part of a message, not numbered yet.
 * @param reference what the parts of this message have in common, 0 to 255.
 * @throws UnsendableError
 */
export function toSubmitFrames(
  message: OutgoingMessage,
  reference: number,
  form: SubmitForm,
  validity: ValidityForm,
  now: number,
): Buffer[] {
  const { sender } = form;
  const text = writeText(message.text, form.alphabet);
  if (text.parts.length > 255) throw new UnsendableError('the text is longer than 255 parts');
  const source = sourceOf(message.from, sender);
  const remainingMs = Math.min(form.longestValidityMs, message.expiresAt - now);
  const shared = {
    command: 'submit_sm' as const,
    status: 0,
    sequence: 0,
    serviceType: form.serviceType,
    source,
    destination: { ton: form.destinationTon, npi: form.destinationNpi, address: message.to },
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: '',
    validityPeriod: writeValidity(validity, remainingMs, now),
    registeredDelivery: receiptWanted,
    replaceIfPresent: 0,
    dataCoding: text.dataCoding,
    defaultMessageId: 0,
  };
  return carry(text, reference, form.longTexts).map((carrier) =>
    encodePdu({ ...shared, ...carrier }),
  );
}

function carry({ parts }: WrittenText, reference: number, longTexts: LongTexts): Carrier[] {
  const total = parts.length;
  const plain = { esmClass: 0, tlvs: [] };
  if (total === 1) return parts.map((shortMessage) => ({ ...plain, shortMessage }));
  switch (longTexts) {
    case 'udh':
      return parts.map((part, index) => ({
        esmClass: withHeader,
        shortMessage: withPlace(part, reference, total, index + 1),
        tlvs: [],
      }));
    case 'sar':
      return parts.map((shortMessage, index) => ({
        ...plain,
        shortMessage,
        tlvs: placeTlvs(reference, total, index + 1),
      }));
    case 'payload': {
      const tlvs = [{ tag: tags.message_payload, value: Buffer.concat(parts) }];
      return [{ ...plain, shortMessage: new Uint8Array(), tlvs }];
    }
  }
}

/** Puts the six octets of a concatenation before a part (TS 23.040, 9.2.3.24.1). */
function withPlace(part: Uint8Array, reference: number, total: number, number: number): Uint8Array {
  const octets = new Uint8Array(6 + part.length);
  octets.set([5, 0, 3, reference, total, number]);
  octets.set(part, 6);
  return octets;
}

/** The place of a part in TLVs (SMPP 3.4, 5.3.2.22 to 24), of which the SMSC makes the header. */
function placeTlvs(reference: number, total: number, number: number): Tlv[] {
  return [
    { tag: tags.sar_msg_ref_num, value: Uint8Array.of(0, reference) },
    { tag: tags.sar_total_segments, value: Uint8Array.of(total) },
    { tag: tags.sar_segment_seqnum, value: Uint8Array.of(number) },
  ];
}
