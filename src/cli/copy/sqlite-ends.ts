import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { progressTable } from '../../db/unfinished-copy.ts';
import {
  inBatches,
  type KeyRange,
  namesOf,
  quoted,
  type Row,
  type Source,
  type TablePlan,
  type Target,
} from './ends.ts';
import { type ProgressRow, toProgress } from './postgres-ends.ts';
import { RowBytes } from './row-bytes.ts';

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

/** Writes rows with the progress of their table in one commit; the connection is this target's own. */
export function createSqliteTarget(file: SqliteFile): Target {
  const saveProgress = file.prepare(
    `update ${progressTable} set last_key = ?, rows = ?, checksum = ? where table_name = ?`,
  );

  return {
    progressOf: async ({ name }) =>
      toProgress(
        file
          .prepare(`select last_key, rows, checksum from ${progressTable} where table_name = ?`)
          .get(name) as ProgressRow | undefined,
      ),
    add: async (table, rows) => {
      if (!file.inTransaction) file.exec('begin');
      const insert = file.prepare(insertStatement(table));
      for (const row of rows) insert.run(...row);
    },
    commit: async ({ name }, { lastKey, rows, checksum }) => {
      saveProgress.run(JSON.stringify(lastKey), rows, String(checksum), name);
      file.exec('commit');
    },
    clear: async ({ name }) => {
      file.exec('begin');
      file.exec(`delete from ${quoted([name])}`);
      saveProgress.run(null, 0, '0', name);
      file.exec('commit');
    },
    continueIds: async ({ name }, lastId) => {
      const change = file
        .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
        .run(lastId, name);
      if (change.changes > 0) return;
      file.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, lastId);
    },
    digest: async (table) => {
      const bytes = new RowBytes(table);
      const rows = file.prepare(`select ${quoted(namesOf(table))} from ${quoted([table.name])}`);
      for (const row of rows.raw(true).iterate()) {
        bytes.add(row as Row);
        bytes.drop();
      }
      return bytes.digest;
    },
    finish: async () => {
      file.exec(`analyze; drop table ${progressTable}`);
      file.pragma('wal_checkpoint(TRUNCATE)');
    },
  };
}

function insertStatement(table: TablePlan): string {
  const places = table.columns.map(() => '?').join(', ');
  return `insert into ${quoted([table.name])} (${quoted(namesOf(table))}) values (${places})`;
}
