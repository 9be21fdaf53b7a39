const forgiven = /[ ().-]/g;
const mobile = /^\+?(?:254|0)([17]\d{8})$/;

/**
 * The rule of `normalisePhone` for schemas, where it is one of several reasons to refuse a request. No two
 * stars are adjacent: a million blanks would keep them busy for minutes.
 */
export const phonePattern = '^S(\\+S)?(2S5S4|0)S[17](S[0-9]){8}S$'.replaceAll('S', '[ ().-]*');

/**
 * Normalises a Kenyan mobile number to `254XXXXXXXXX`: from `07…`, `01…`, `2547…` or `2541…`, ignoring
 * spaces, dashes, dots, parentheses and one leading `+`.
 * @returns undefined for anything else.
 */
export function normalisePhone(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 64) return undefined;
  const digits = mobile.exec(text.replace(forgiven, ''))?.[1];
  return digits === undefined ? undefined : `254${digits}`;
}
