const fullLength = 12;

/**
 * Converts the typed beginning of a number, in whatever form, to that of stored numbers (`254…`);
 * undefined if no Kenyan number begins so.
 */
export function storedBeginning(typed: string): string | undefined {
  const digits = typed.replace(/[\s().+-]/g, '');
  if (/\D/.test(digits)) return undefined;
  const stored = '254'.startsWith(digits.slice(0, 3))
    ? digits
    : `254${digits.startsWith('0') ? digits.slice(1) : digits}`;
  return stored.length > fullLength ? undefined : stored;
}

/** Returns the cursor just before the numbers that begin so, in a list ordered by number. */
export function cursorBefore(beginning: string): string | undefined {
  const first = Number(beginning.padEnd(fullLength, '0'));
  return first === 0 ? undefined : String(first - 1).padStart(fullLength, '0');
}

/** Splits a text into numbers: one per line, or separated by commas or semicolons. */
export function splitPhones(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
