import { readFileSync } from 'node:fs';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { FieldRule } from '../../kit/api/schema/field-rules.ts';

/** Shorter ones are refused as such. */
const leastLength = 8;

let list: string | undefined;

/** The list as one text, a password a line: 165 KB, where a set of them takes ten times that. */
function readList(): string {
  if (list === undefined) {
    // Of the package only this file is read: 50,000 passwords out of known breaches.
    const file = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json');
    const words = JSON.parse(readFileSync(new URL(file), 'utf8')) as string[];
    list = `\n${words.filter(({ length }) => length >= leastLength).join('\n')}\n`.toLowerCase();
  }
  return list;
}

/** True if a password is easily guessed: out of known breaches, or its owner's e-mail. */
export function isCommonPassword(password: string, email = ''): boolean {
  const tried = password.normalize('NFKC').trim().toLowerCase();
  const address = email.toLowerCase();
  if (tried === address || tried === address.split('@')[0]) return true;
  return readList().includes(`\n${tried}\n`);
}

/** Rule that a new `password` is not easily guessed. */
export const passwordRule: FieldRule = {
  field: 'password',
  message: fault('commonPassword'),
  isBroken: ({ password, email }) =>
    typeof password === 'string' &&
    isCommonPassword(password, typeof email === 'string' ? email : undefined),
};

/** Applies the rule where the e-mail is not in the request. @throws 400 */
export function refuseCommonPassword(password: string, email: string): void {
  const { field, message } = passwordRule;
  if (isCommonPassword(password, email)) throw failures.invalidField(field, message);
}
