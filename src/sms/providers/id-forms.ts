/**
 * The forms in which SMSCs write message ids; SMPP 3.4 leaves ids opaque (5.2.23). `hex-dec` means a
 * hexadecimal id in the answer and the same id in decimal in the receipt, `dec-hex` the other way round.
 */
export const idForms = ['same', 'hex-dec', 'dec-hex'] as const;
export type IdForm = (typeof idForms)[number];

/** Stands for the id of a message that a provider took without one. No id has blanks. */
export function phoneRef(phone: string): string {
  return `phone ${phone}`;
}

/** Beyond that it is no number of anybody's counter. */
const longestNumber = 40;

/** Ids are compared without regard to case, to braces around and to zeros in front. */
export function tidyId(id: string): string {
  const written = id.trim().toLowerCase();
  const text = /^\{(.*)\}$/.exec(written)?.[1]?.trim() ?? written;
  return text.startsWith('0') && isHex(text) ? text.replace(/^0+(?=.)/, '') : text;
}

const dashedUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A UUID without dashes, of which `tidyId` has taken the zeros in front. */
const plainUuid = /^[1-9a-f][0-9a-f]{25,31}$/;

/** The same id with the dashes of a UUID, or without; undefined for what is no UUID. */
export function otherUuid(ref: string): string | undefined {
  if (dashedUuid.test(ref)) return tidyId(ref.replaceAll('-', ''));
  if (!plainUuid.test(ref)) return undefined;
  return ref.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A receipt's id in the form of the answer; undefined where it cannot be of that form. */
export function toAnswerForm(ref: string, form: IdForm): string | undefined {
  if (form === 'same') return ref;
  return form === 'hex-dec' ? decimalToHex(ref) : hexToDecimal(ref);
}

/** An answer's id in the form of the receipt; undefined where it cannot be of that form. */
export function toReceiptForm(ref: string, form: IdForm): string | undefined {
  if (form === 'same') return ref;
  return form === 'hex-dec' ? hexToDecimal(ref) : decimalToHex(ref);
}

function decimalToHex(text: string): string | undefined {
  return /^\d+$/.test(text) && text.length <= longestNumber ? BigInt(text).toString(16) : undefined;
}

function hexToDecimal(text: string): string | undefined {
  return isHex(text) && text.length <= longestNumber ? BigInt(`0x${text}`).toString(10) : undefined;
}

function isHex(text: string): boolean {
  return /^[0-9a-f]+$/.test(text);
}
