const fullLength = 12;

/**
 * How the stored numbers (`254…`) begin that somebody means who has typed this much of one, in
 * whatever form; nothing where that cannot be the beginning of a Kenyan number.
 */
export function storedBeginning(typed: string): string | undefined {
  const digits = typed.replace(/[\s().+-]/g, '');
  if (/\D/.test(digits)) return undefined;
  const stored = '254'.startsWith(digits.slice(0, 3))
    ? digits
    : `254${digits.startsWith('0') ? digits.slice(1) : digits}`;
  return stored.length > fullLength ? undefined : stored;
}

/** The cursor after which a list in the order of its numbers comes to those that begin so. */
export function cursorBefore(beginning: string): string | undefined {
  const first = Number(beginning.padEnd(fullLength, '0'));
  return first === 0 ? undefined : String(first - 1).padStart(fullLength, '0');
}

/** A number as people read it: `0712 345 678`, whose blanks break no line. */
export function readablePhone(stored: string): string {
  const parts = /^254(\d{3})(\d{3})(\d{3})$/.exec(stored);
  return parts ? `0${parts.slice(1).join('\u00a0')}` : stored;
}

/** The numbers of a text that has one a line, or separates them by commas or semicolons. */
export function splitPhones(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
