const forgiven = /[ ().-]/g;
const ofNetwork = /^\+?(?:00)?(?:254)?0?([17]\d{8})$/;
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
  return typeof text === 'string' ? normaliseBy(mobile, text) : undefined;
}

/**
 * Normalises a Kenyan mobile number as a network writes it, to `254XXXXXXXXX`: beside the forms of
 * `normalisePhone` also `712345678` (a national number, TON 2), `00254712345678` and `2540712345678`.
 * @returns undefined for anything else: a name, a short code, a number of another country.
 */
export function phoneOfNetwork(text: string): string | undefined {
  return normaliseBy(ofNetwork, text);
}

function normaliseBy(form: RegExp, text: string): string | undefined {
  if (text.length > 64) return undefined;
  const digits = form.exec(text.replace(forgiven, ''))?.[1];
  return digits === undefined ? undefined : `254${digits}`;
}
