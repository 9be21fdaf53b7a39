import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { unpackHeadChunk } from '../../water/record/sqlite/head-chunk.ts';
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

type SensorRow = { device_id: number; sensor_no: number; head_chunk: string };

/** The tables whose newest rows wait in head chunks. */
const flushedTables = ['readings', 'hourly_rollups'];

/**
 * Opens a snapshot of a database on which a server may run: one read transaction. What waits in head
 * chunks is laid beside its tables, for this connection alone.
 */
export function openFlushed(path: string): SqliteFile {
  const file = openSqliteFile(path, { readonly: true, cacheKib });
  file.exec('begin');
  for (const table of flushedTables) {
    file.exec(`create temp table flushed_${table} as select * from main.${table} limit 0`);
  }
  const columnsOf = (table: string) =>
    file.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[];
  const inserterInto = (table: string) => {
    const columns = columnsOf(table);
    const places = columns.map((column) => `@${column}`).join(', ');
    return file.prepare(
      `insert into temp.flushed_${table} (${quoted(columns)}) values (${places})`,
    );
  };
  const addReading = inserterInto('readings');
  const addRollup = inserterInto('hourly_rollups');
  const waiting = file
    .prepare(
      'select device_id, sensor_no, head_chunk from main.sensors where head_chunk is not null',
    )
    .all() as SensorRow[];
  for (const sensor of waiting) {
    const { readings, hour } = unpackHeadChunk(sensor, sensor.head_chunk);
    for (const row of readings) addReading.run(row);
    if (hour) addRollup.run(hour);
  }
  return file;
}

function indexFlushed(file: SqliteFile, tables: TablePlan[]): void {
  for (const { name, key } of tables.filter((table) => flushedTables.includes(table.name))) {
    file.exec(`create unique index temp.flushed_${name}_key on flushed_${name} (${quoted(key)})`);
  }
}

export function createSqliteSource(file: SqliteFile, tables: TablePlan[]): Source {
  indexFlushed(file, tables);
  const haveFlushed = flushedTables.filter((name) =>
    file.prepare(`select 1 from temp.flushed_${name} limit 1`).get(),
  );

  /** The parts that a table is made of; a flushed row stands for one of the same key below it. */
  const partsOf = ({ name, key }: TablePlan): string[] => {
    if (!haveFlushed.includes(name)) return [`main."${name}" as t where true`];
    const same = key.map((column) => `s."${column}" = t."${column}"`).join(' and ');
    return [
      `main."${name}" as t where not exists (select 1 from temp.flushed_${name} s where ${same})`,
      `temp.flushed_${name} as t where true`,
    ];
  };

  const queryOf = (table: TablePlan, condition: string): string =>
    partsOf(table)
      .map((part) => `select ${quoted(namesOf(table))} from ${part}${condition}`)
      .join(' union all ');

  const readBatch = (table: TablePlan, { after, upTo }: KeyRange): Row[] => {
    const key = `(${quoted(table.key)})`;
    const places = `(${table.key.map(() => '?').join(', ')})`;
    const afterKey = after ? ` and ${key} > ${places}` : '';
    const upToKey = upTo ? ` and ${key} <= ${places}` : '';
    const values = partsOf(table).flatMap(() => [...(after ?? []), ...(upTo ?? [])]);
    const query = `${queryOf(table, afterKey + upToKey)} order by ${quoted(table.key)} limit ${batchRows}`;
    return file
      .prepare(query)
      .raw(true)
      .all(...values) as Row[];
  };

  return {
    count: async (table) =>
      file
        .prepare(`select count(*) from (${queryOf(table, '')})`)
        .pluck()
        .get() as number,
    read: (table, range) => inBatches(table, range, async (next) => readBatch(table, next)),
    lastId: async ({ name }) =>
      (file.prepare('select seq from main.sqlite_sequence where name = ?').pluck().get(name) as
        | number
        | undefined) ?? 0,
  };
}
