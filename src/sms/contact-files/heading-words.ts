/** What a column of a list of contacts holds. */
export type HeadingKind =
  | 'mobile'
  | 'phone'
  /** A number, or the name of who is to be called. */
  | 'contact'
  /** Of somebody who answers for the person, such as the next of kin. */
  | 'otherPhone'
  | 'fullName'
  /** Of one of those whom lists are made of, said in other than the usual words. */
  | 'personName'
  /** A name of which the heading does not say whose. */
  | 'someName'
  /** Of a thing, or of somebody beside the person. */
  | 'otherName'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'shownName'
  | 'nickname'
  | 'company';

export function isPhone(kind: HeadingKind | undefined): boolean {
  return kind === 'mobile' || kind === 'phone' || kind === 'contact' || kind === 'otherPhone';
}

export function setOf(...rows: string[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.split(' ')));
}

/** Letters and digits of a heading as words: `PhoneNumber`, `phone_number` and `Phone Number *` are one. */
export function wordsOf(heading: string): string[] {
  return heading
    .normalize('NFKD')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll('m-pesa', 'mpesa')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Who answers for a person, or for whom a person works. */
export const othersThanPerson = setOf(
  'kin nextofkin emergency guarantor guarantors spouse husband wife referee referees agent agents',
  'witness beneficiary manager managers assistant assistants supervisor caretaker',
  'dharura mdhamini wadhamini mume mke shahidi wakala meneja msaidizi msimamizi',
);
