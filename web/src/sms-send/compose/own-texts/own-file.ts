import { plainCell } from '../../../../../src/kit/text/csv.ts';
import { readContactFile } from '../../../../../src/sms/contact-files/contact-file.ts';
import {
  escapePlaceholders,
  fillTemplate,
  longestColumn,
  readTemplate,
  type Template,
} from '../../../../../src/sms/text/placeholders.ts';
import { mostRecipients } from '../recipients/recipients.ts';

/** A person of a file: the number, and the cells of the line by the names of their columns. */
type Person = { line: number; to: string; values: ReadonlyMap<string, string> };

export type OwnFile = {
  /** Names of the columns, which stand in braces in the text. */
  columns: string[];
  /** The column of the numbers, from 0. */
  phone: number;
  people: Person[];
  /** Lines of whose number nothing can be made, with the reason. */
  rejected: { line: number; to: string; error: string }[];
  /** Numbers that were read otherwise than they stand there, with the reason. */
  mended: { line: number; written: string; note: string }[];
  isTooLong: boolean;
};

/**
 * Reads a file whose columns go into texts.
 * @param phone the column of the numbers, from 0; found where it is not chosen.
 * @param nameColumn names a column without a heading, from 1.
 */
export function readOwnFile(
  text: string,
  phone: number | undefined,
  nameColumn: (at: number) => string,
): OwnFile {
  const file = readContactFile(text, mostRecipients, { phone, name: null });
  const rows = new Map<number, string[]>();
  let width = file.columns.titles.length;
  for (const { at, cells } of file.records) {
    if (rows.size > mostRecipients) break;
    if (!cells) continue;
    rows.set(at, cells);
    width = Math.max(width, cells.length);
  }
  const columns = nameColumns(file.columns.titles, Math.min(width, mostColumns), nameColumn);
  const people: Person[] = [];
  const rejected: OwnFile['rejected'] = [];
  const mended: OwnFile['mended'] = [];
  for (const { at, phone, fault, mended: ofLine = [] } of file.written) {
    const to = String(phone);
    if (fault) {
      rejected.push({ line: at, to, error: fault });
      continue;
    }
    people.push({ line: at, to, values: valuesOf(rows.get(at) ?? [], columns) });
    mended.push(...ofLine.map(({ written, note }) => ({ line: at, written, note })));
  }
  const isTooLong = file.count() > mostRecipients;
  return { columns, phone: file.columns.phone[0] ?? 0, people, rejected, mended, isTooLong };
}

const mostColumns = 100;

/** Each by its heading, as it can stand in braces; one that comes again has its number behind it. */
function nameColumns(
  titles: readonly string[],
  width: number,
  nameColumn: (at: number) => string,
): string[] {
  const names: string[] = [];
  for (let at = 0; at < width; at += 1) {
    const title = (titles[at] ?? '').replaceAll(/[{}\s]+/g, ' ').trim();
    const name = title.slice(0, longestColumn - 4).trim() || nameColumn(at + 1);
    names.push(names.includes(name) ? `${name} ${at + 1}` : name);
  }
  return names;
}

function valuesOf(cells: readonly string[], columns: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    const quoted = /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? plainCell(cell);
    const value = quoted.replaceAll(/\s+/g, ' ').trim();
    if (value !== '') values.set(column, value);
  }
  return values;
}

export type FilledText = { line: number; to: string; text: string };

export type FilledTexts = {
  template: Template;
  /** A text for each person who has a value in every column that the text asks for. */
  texts: FilledText[];
  /** The others, each with the first column that has none. */
  missing: { line: number; to: string; column: string }[];
};

/** Puts the columns of a file into a text. */
export function fillTexts({ columns, people }: OwnFile, message: string): FilledTexts {
  const template = readTemplate(message, columns);
  const texts: FilledText[] = [];
  const missing: FilledTexts['missing'] = [];
  for (const { line, to, values } of people) {
    const column = template.columns.find((each) => !values.has(each));
    if (column !== undefined) missing.push({ line, to, column });
    else {
      const text = fillTemplate(template, (each) => values.get(each) ?? null);
      texts.push({ line, to, text });
    }
  }
  return { template, texts, missing };
}

/** True if the text asks for what the file does not have, or what some people do not have who are not left out. */
export function isUnfilled({ template, missing }: FilledTexts, isMissingLeftOut: boolean): boolean {
  return template.unknown.length > 0 || (missing.length > 0 && !isMissingLeftOut);
}

/** What the server is asked to send: nothing that a text or a cell still has in braces is a placeholder there. */
export function ownMessages({ texts }: FilledTexts): { to: string; text: string }[] {
  return texts.map(({ to, text }) => ({ to, text: escapePlaceholders(text) }));
}
