/** Formats a number as `0712 345 678`, with non-breaking blanks. */
export function readablePhone(stored: string): string {
  const parts = /^254(\d{3})(\d{3})(\d{3})$/.exec(stored);
  return parts ? `0${parts.slice(1).join('\u00a0')}` : stored;
}
