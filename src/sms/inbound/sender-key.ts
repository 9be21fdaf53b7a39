import { normalisePhone } from '../../kit/text/phone.ts';

/**
 * A sender id, short code or number as it is compared: `+254711…` and `0711…` are one number, and a
 * sender id is the same in any case.
 */
export function senderKey(sender: string): string {
  return normalisePhone(sender) ?? sender.trim().replace(/^\+/, '').toUpperCase();
}
