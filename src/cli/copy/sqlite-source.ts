import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import {
  inBatches,
  type KeyRange,
  namesOf,
  quoted,
  type Row,
  type Source,
  type TablePlan,
} from './ends.ts';

const cacheKib = 65_536;
const batchRows = 2000;

/** Opens a snapshot of a database on which a server may run: one read transaction. */
export function openSnapshot(path: string): SqliteFile {
  const file = openSqliteFile(path, { readonly: true, cacheKib });
  file.exec('begin');
  return file;
}

export function createSqliteSource(file: SqliteFile): Source {
  const readBatch = (table: TablePlan, { after, upTo }: KeyRange): Row[] => {
    const key = `(${quoted(table.key)})`;
    const places = `(${table.key.map(() => '?').join(', ')})`;
    const conditions = [after && `${key} > ${places}`, upTo && `${key} <= ${places}`];
    const where = conditions.filter((each) => each !== undefined).join(' and ') || 'true';
    const query = `select ${quoted(namesOf(table))} from "${table.name}" where ${where}
      order by ${quoted(table.key)} limit ${batchRows}`;
    const values = [...(after ?? []), ...(upTo ?? [])];
    return file
      .prepare(query)
      .raw(true)
      .all(...values) as Row[];
  };

  return {
    count: async ({ name }) =>
      file.prepare(`select count(*) from "${name}"`).pluck().get() as number,
    read: (table, range) => inBatches(table, range, async (next) => readBatch(table, next)),
    lastId: async ({ name }) =>
      (file.prepare('select seq from sqlite_sequence where name = ?').pluck().get(name) as
        | number
        | undefined) ?? 0,
  };
}
