import { spacedPhone } from '../../../../../src/kit/text/phone.ts';
import type { readContactFile } from '../../../../../src/sms/contact-files/contact-file.ts';

/** Most recipients of one job (docs/api/sms.md). */
export const mostRecipients = 10_000;

/** A recipient as written: `to` may be no number at all. */
export type Recipient = { to: string; name: string | null /** From 1. */; line: number };

/**
 * Reads typed or pasted recipients: a number per line, or several separated by commas, semicolons
 * or tabs, each with an optional name before or after it. A line without a number is kept as it is,
 * so that it is reported rather than lost.
 */
export function readRecipients(text: string): Recipient[] {
  return text.split(/\r\n|\n|\r/).flatMap((each, index) => {
    const cells = each
      .replaceAll('"', '')
      .split(/[,;\t]/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    const line = index + 1;
    const numbers = cells.filter(isNumberLike);
    const name = cells.filter((cell) => !isNumberLike(cell)).join(' ') || null;
    if (numbers.length > 0) return numbers.map((to) => ({ to, name, line }));
    return cells.length > 0 ? [{ to: cells.join(', '), name: null, line }] : [];
  });
}

type ContactFile = Pick<ReturnType<typeof readContactFile>, 'written'>;

/**
 * Converts a file of contacts to lines for `readRecipients`: numbers that were mended as they should be,
 * what is none as it stands.
 */
export function linesOfFile({ written }: ContactFile): string {
  return Array.from(written, ({ phone, name, fault }) => {
    if (fault) return String(phone).replaceAll(/[\r\n]+/g, ' ');
    const to = spacedPhone(String(phone));
    const plain = String(name ?? '').replaceAll(/[,;\t"]/g, ' ');
    // A name of digits alone would be read as one more number.
    return /\p{L}/u.test(plain) ? `${to}, ${plain}` : to;
  })
    .filter((line) => line !== '')
    .join('\n');
}

export function addLines(before: string, lines: string): string {
  return before.trim() === '' ? lines : `${before.trimEnd()}\n${lines}`;
}

function isNumberLike(cell: string): boolean {
  return /\d.*\d.*\d/.test(cell) && !/\p{L}/u.test(cell);
}
