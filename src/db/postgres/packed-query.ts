import { AliasNode, ColumnNode, type CompiledQuery, IdentifierNode, ReferenceNode } from 'kysely';
import { nanAsNull } from '../../kit/nan-as-null.ts';
import type { RowLists } from '../renderer.ts';

/** Bytes of a number: `float8send` in PostgreSQL's source. */
const size = 8;

/**
 * Rewrites a query of numbers as one that gives all of its rows in a single value: their numbers one after
 * another, each as eight bytes, null as NaN. Rows of their own, with each number as text, cost PostgreSQL
 * twice and us three times as much. A stored integer is exact up to 2^53, beyond any of ours.
 *
 * The rows keep the order of the query: an aggregate takes them as a sorted subquery gives them
 * (https://www.postgresql.org/docs/current/functions-aggregate.html).
 */
export function packQuery({ sql, query }: Pick<CompiledQuery, 'sql' | 'query'>): {
  text: string;
  columns: string[];
} {
  const columns = columnsOf(query);
  const numbers = columns.map((name) => `float8send(coalesce("${name}"::float8, 'NaN'))`);
  const text = `select string_agg(${numbers.join(' || ')}, '') from (${sql}) as packed`;
  return { text, columns };
}

/** Rows of a packed query; none where it gave null. */
export function unpackLists(bytes: Buffer | null, columns: string[]): RowLists {
  if (bytes === null) return { rows: [], columns };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: RowLists['rows'] = [];
  for (let at = 0; at < view.byteLength; ) {
    const row: (number | null)[] = [];
    for (let column = 0; column < columns.length; column++, at += size) {
      row.push(nanAsNull(view.getFloat64(at)));
    }
    rows.push(row);
  }
  return { rows, columns };
}

function columnsOf(query: CompiledQuery['query']): string[] {
  if (query.kind !== 'SelectQueryNode') throw new Error('only what is selected can be packed');
  return (query.selections ?? []).map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name;
    const column = ReferenceNode.is(selection) ? selection.column : selection;
    if (ColumnNode.is(column)) return column.column.name;
    throw new Error('a column that is packed has a name');
  });
}
