import papaparse from 'papaparse';

/** What ends a line of CSV. */
export const csvLineEnd = '\r\n';

// The library's own pattern overlooks a formula that holds a line break.
const formula = /^[=+\-@\t\r]/;

/**
 * Texts as one line of CSV (RFC 4180), without its end. A text that a spreadsheet would run as a
 * formula is led by an apostrophe (OWASP, "CSV injection").
 */
export function csvLine(texts: readonly string[]): string {
  return papaparse.unparse([[...texts]], { escapeFormulae: formula });
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
