import { isOtherStyle, nearestName } from '../../kit/text/nearest-name.ts';

/** What stands in braces: `{name}`. `blank` is one that stands before it, which goes with a missing value. */
type Placeholder = { column: string; blank: string };

/** What looks like a placeholder and is none here, and the one that was probably meant. */
export type UnknownPlaceholder = { placeholder: string; meant?: string };

/** A text with places for what differs from person to person. */
export type Template = {
  pieces: readonly (string | Placeholder)[];
  /** Columns that it asks for, each once. */
  columns: readonly string[];
  /** Each once. */
  unknown: readonly UnknownPlaceholder[];
};

/** Longest name in braces, in UTF-16 units. */
export const longestColumn = 60;

const inBraces = new RegExp(
  `(\\\\?)([^\\S\\n]?)(\\{{1,2})([^{}\\n]{1,${longestColumn}})(\\}{1,2})`,
  'g',
);

/** Letters and digits, as in the headings of a table: `{}`, `{"a": 1}` and `{x, y}` are text. */
const nameLike = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.'’()/#%&+-]*$/u;

/**
 * Reads a text with placeholders of some columns: `{name}`, in any letter case and with any separators.
 * `\\{name}` stands for `{name}` itself, and is no placeholder; a backslash before anything else is text.
 */
export function readTemplate(text: string, columns: readonly string[] = []): Template {
  if (!text.includes('{')) return { pieces: [text], columns: [], unknown: [] };
  const pieces: (string | Placeholder)[] = [];
  const asked = new Set<string>();
  const unknown = new Map<string, UnknownPlaceholder>();
  let taken = 0;
  for (const found of text.matchAll(inBraces)) {
    const [whole, backslash = '', blank = '', open = '', inside = '', close = ''] = found;
    const name = inside.trim();
    const column = columnOf(name, columns);
    if (column === undefined && !nameLike.test(name)) continue;
    const placeholder = open + inside + close;
    const start = found.index;
    const end = start + whole.length;
    if (backslash !== '' && blank === '') {
      pieces.push(text.slice(taken, start), placeholder);
      taken = end;
    } else if (column !== undefined && open.length === 1 && close.length === 1) {
      pieces.push(text.slice(taken, start) + backslash, { column, blank });
      asked.add(column);
      taken = end;
    } else {
      const meant = column ?? nearestName(name, columns);
      unknown.set(placeholder, {
        placeholder,
        ...(meant !== undefined && { meant: `{${meant}}` }),
      });
    }
  }
  pieces.push(text.slice(taken));
  return { pieces, columns: [...asked], unknown: [...unknown.values()] };
}

function columnOf(name: string, columns: readonly string[]): string | undefined {
  return columns.find((each) => each === name) ?? columns.find((each) => isOtherStyle(each, name));
}

/** Puts a person's values in; where there is none, the blank before its place goes too. */
export function fillTemplate(
  { pieces }: Pick<Template, 'pieces'>,
  valueFor: (column: string) => string | null = () => null,
): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      const value = valueFor(piece.column);
      if (value !== null) text += piece.blank + value;
    }
  }
  return text;
}

/** A text in which nothing is taken for a placeholder: it is sent as it stands here. */
export function escapePlaceholders(text: string): string {
  return text.replace(inBraces, (whole, backslash, blank, _open, inside) => {
    if (!nameLike.test(inside.trim())) return whole;
    return `${backslash}${blank}\\${whole.slice(backslash.length + blank.length)}`;
  });
}
