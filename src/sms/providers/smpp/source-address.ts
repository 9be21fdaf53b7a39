import { normalisePhone } from '../../../kit/text/phone.ts';
import type { SmppOptions } from './options.ts';
import type { Address } from './pdu/pdu.ts';

/** Thrown for a message that cannot be sent as it is, today or later. */
export class UnsendableError extends Error {}

/**
 * A sender with its kind, by its form: a name (alphanumeric, TON 5), a short code of up to 8 digits
 * (network specific, TON 3), else an international number (TON 1), in which a Kenyan one is written whatever its form.
 * @throws UnsendableError for a text that no SMSC takes as a sender.
 */
export function addressOf(from: string): Address {
  if (!/^[\x20-\x7e]{1,20}$/.test(from)) {
    throw new UnsendableError('the sender is not of 1 to 20 ASCII characters');
  }
  const digits = normalisePhone(from) ?? from.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return { ton: 5, npi: 0, address: from };
  return from.length <= 8
    ? { ton: 3, npi: 0, address: digits }
    : { ton: 1, npi: 1, address: digits };
}

/** The operator's own sender, of the configured kind, in which it is written; without one the SMSC takes its own. */
export function ownSender({ sender, senderTon, senderNpi }: SmppOptions): Address {
  const { ton, npi, address } = sender ? addressOf(sender) : { ton: 0, npi: 0, address: '' };
  return {
    ton: senderTon ?? ton,
    npi: senderNpi ?? npi,
    address: sender && senderTon !== undefined ? sender.replace(/^\+/, '') : address,
  };
}

/** The sender of a message; the operator's own where it has none, or names the same. */
export function sourceOf(from: string | null, own: Address): Address {
  if (from === null || from === own.address) return own;
  const source = addressOf(from);
  return source.address === own.address ? own : source;
}
