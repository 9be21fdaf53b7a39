import { armed, isValueLike, plainCell, typedCell } from '../../kit/text/csv.ts';
import { amountColumns, type Column } from './columns.ts';

/** Columns whose values never begin with an apostrophe. */
const bareColumns: readonly Column[] = ['mac_or_serial', 'owner', 'share', 'capacity'];

/**
 * A cell for `csvLine` that spreadsheets show and save as it is, and `readDeviceCell` reads back: a serial keeps
 * its zeros, and the name `1/2` is no date. Amounts stay numbers, to be reckoned with.
 */
export function deviceCell(column: Column, text: string): string {
  return amountColumns.includes(column) ? armed(text) : typedCell(text);
}

/** A cell without what is put around it so that a spreadsheet takes it for text: `="…"`, or an apostrophe. */
export function readDeviceCell(column: Column, cell: string | undefined): string {
  const text = (cell ?? '').trim();
  const plain = text.startsWith("'") && isValueLike(text) ? text.slice(1) : plainCell(text);
  const isBare = bareColumns.includes(column);
  // A name that was disarmed is what it is, also where it looks like `="…"`.
  if (plain !== text && !isBare) return plain;
  const [, inner = plain] = /^="([^"]*)"$/.exec(plain) ?? [];
  return isBare ? inner.replace(/^'/, '').trim() : inner;
}
