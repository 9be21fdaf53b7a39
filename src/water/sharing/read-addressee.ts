import { toEmailKey } from '../../accounts/sign-in.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Addressee } from './share.ts';

/** As strict as the e-mail format of accounts: one at sign, and a domain with a dot. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Reads the addressee of an invitation.
 * @throws ApiError 400 for neither an e-mail nor the number of a Kenyan mobile phone.
 */
export function readAddressee(to: string): Addressee {
  const text = to.trim();
  if (email.test(text)) return { email: text, emailKey: toEmailKey(text) };
  const phone = normalisePhone(text);
  if (phone !== undefined) return { phone };
  const message = fault('addressee');
  throw failures.invalid([{ field: 'to', message }]);
}
