import { normalisePhone } from '../../kit/text/phone.ts';

/** As strict as the e-mail format of accounts: one at sign, and a domain with a dot. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const longestEmail = 254;

/** Reads an e-mail, or the number of a Kenyan mobile phone; undefined for anything else. */
export function parseAddressee(to: string): { email: string } | { phone: string } | undefined {
  const text = to.trim();
  if (text.length <= longestEmail && emailForm.test(text)) return { email: text };
  const phone = normalisePhone(text);
  return phone === undefined ? undefined : { phone };
}
