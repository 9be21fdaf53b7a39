import papaparse from 'papaparse';

/** What ends a line of CSV. */
export const csvLineEnd = '\r\n';

/**
 * What a formula begins with, as characters of a pattern. Spreadsheets of East Asia take the full-width
 * forms as the same signs.
 */
export const formulaSigns = '=+\\-@＝＋－＠';

// The library's own pattern overlooks a formula that holds a line break.
const formula = new RegExp(`^[${formulaSigns}\\t\\r]`);

/** Where the comma is the decimal sign, spreadsheets divide cells here. */
const otherDelimiter = /[;\t]/;

const format = {
  escapeFormulae: formula,
  quotes: (text: unknown) => otherDelimiter.test(String(text)),
};

/**
 * Texts as one line of CSV (RFC 4180), without its end. A text that a spreadsheet would run as a
 * formula is led by an apostrophe (OWASP, "CSV injection"); one that holds what other spreadsheets
 * take for the end of a cell is quoted.
 */
export function csvLine(texts: readonly string[]): string {
  return papaparse.unparse([[...texts]], format);
}

/**
 * The cells of one line of CSV that holds no line breaks.
 * @returns undefined where its quotes do not match.
 */
export function parseCsvLine(line: string, delimiter: string): string[] | undefined {
  // Fifty times faster, and right where nothing is quoted.
  if (!line.includes('"')) return line.split(delimiter);
  const { data, errors } = papaparse.parse<string[]>(line, { delimiter, newline: '\n' });
  return errors.length > 0 ? undefined : data[0];
}
