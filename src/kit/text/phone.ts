/**
 * Characters that are not seen, as phones and web pages put around a number, and control characters, as the
 * end of the line that it was read from; blanks of any width; dashes.
 */
const unseen =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff';
const blanks = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const dashes = '\\u2010-\\u2015\\u2212-';
const forgivenSigns = `${unseen}${blanks}().${dashes}`;

const forgiven = new RegExp(`[${forgivenSigns}]`, 'g');
const ofNetwork = /^\+{0,2}0{0,3}(?:254)?0?([17]\d{8})$/;
const mobile = /^\+?(?:254|0)([17]\d{8})$/;

/**
 * The rule of `normalisePhone` for schemas, where it is one of several reasons to refuse a request. No two
 * stars are adjacent: a million blanks would keep them busy for minutes.
 */
export const phonePattern = '^S(\\+S)?(2S5S4|0)S[17](S[0-9]){8}S$'.replaceAll(
  'S',
  `[${forgivenSigns}]*`,
);

/**
 * Normalises a Kenyan mobile number to `254XXXXXXXXX`: from `07…`, `01…`, `2547…` or `2541…`, ignoring
 * blanks, dashes, dots, parentheses, characters that are not seen, and one leading `+`.
 * @returns undefined for anything else.
 */
export function normalisePhone(text: unknown): string | undefined {
  return typeof text === 'string' ? normaliseBy(mobile, text) : undefined;
}

/** A normalised number as people write it, `0712 345 678`: text to a spreadsheet, which takes digits for an amount. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');
}

/**
 * Normalises a Kenyan mobile number as a network writes it, to `254XXXXXXXXX`: beside the forms of
 * `normalisePhone` also `712345678` (a national number, TON 2), `00254712345678`, `000254712345678` (000 leads
 * abroad in East Africa), `0254712345678` and `2540712345678`.
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
