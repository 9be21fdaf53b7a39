import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import {
  type FreshRows,
  unpackReadings,
  unpackRollup,
} from '../../water/record/sqlite/fresh-rows.ts';
import { type KeyRange, namesOf, quoted, type Row, type Source, type TablePlan } from './ends.ts';

const cacheKib = 65_536;
const batchRows = 2000;

type SensorRow = FreshRows & { device_id: number; sensor_no: number };

/** The tables whose newest rows stand in `sensors`, and where the snapshot has them instead. */
const settledTables = ['readings', 'hourly_rollups', 'device_status'];

/**
 * Opens a snapshot of a database on which a server may run: one read transaction, which the server's
 * writes do not reach. What stands in the rows of sensors is laid, for this connection alone, beside
 * the tables where it belongs.
 */
export function openSettled(path: string): SqliteFile {
  const file = openSqliteFile(path, { readonly: true, cacheKib });
  file.exec('begin');
  for (const table of settledTables) {
    file.exec(`create temp table settled_${table} as select * from main.${table} limit 0`);
  }
  const columnsOf = (table: string) =>
    file.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[];
  const inserterInto = (table: string) => {
    const columns = columnsOf(table);
    const places = columns.map((column) => `@${column}`).join(', ');
    return file.prepare(
      `insert into temp.settled_${table} (${quoted(columns)}) values (${places})`,
    );
  };
  const addReading = inserterInto('readings');
  const addRollup = inserterInto('hourly_rollups');
  const waiting = file
    .prepare(
      `select device_id, sensor_no, fresh, open_hour from main.sensors
       where waiting_since is not null`,
    )
    .all() as SensorRow[];
  for (const sensor of waiting) {
    const { fresh, open_hour } = sensor;
    if (fresh !== null) for (const row of unpackReadings(sensor, fresh)) addReading.run(row);
    if (open_hour !== null) addRollup.run(unpackRollup(sensor, open_hour));
  }
  const status = quoted(columnsOf('device_status'));
  file.exec(
    `insert into temp.settled_device_status (${status}) select ${status} from main.device_states
     where device_id in (select device_id from main.sensors where carries_status)`,
  );
  return file;
}

/** Makes the settled rows as quick to find as those that they lie beside. */
function indexSettled(file: SqliteFile, tables: TablePlan[]): void {
  for (const { name, key } of tables.filter((table) => settledTables.includes(table.name))) {
    file.exec(`create unique index temp.settled_${name}_key on settled_${name} (${quoted(key)})`);
  }
}

/** Reads what `openSettled` gave. */
export function createSqliteSource(file: SqliteFile, tables: TablePlan[]): Source {
  indexSettled(file, tables);
  const hasSettled = new Map(
    settledTables.map((name) => [
      name,
      file.prepare(`select 1 from temp.settled_${name} limit 1`).get() !== undefined,
    ]),
  );

  /** The parts that a table is made of; a settled row stands for one of the same key below it. */
  const partsOf = ({ name, key }: TablePlan): { from: string; unless: string[] }[] => {
    const stored = { from: `main."${name}" as t`, unless: [] };
    if (!hasSettled.get(name)) return [stored];
    const same = key.map((column) => `s."${column}" = t."${column}"`).join(' and ');
    const isSettled = `not exists (select 1 from temp.settled_${name} s where ${same})`;
    return [
      { ...stored, unless: [isSettled] },
      { from: `temp.settled_${name} as t`, unless: [] },
    ];
  };

  const queryOf = (table: TablePlan, conditions: string[]): string =>
    partsOf(table)
      .map(({ from, unless }) => {
        const all = [...conditions, ...unless];
        const where = all.length > 0 ? ` where ${all.join(' and ')}` : '';
        return `select ${quoted(namesOf(table))} from ${from}${where}`;
      })
      .join(' union all ');

  const readBatch = (table: TablePlan, { after, upTo }: KeyRange): Row[] => {
    const key = `(${quoted(table.key)})`;
    const places = `(${table.key.map(() => '?').join(', ')})`;
    const conditions = [
      ...(after ? [`${key} > ${places}`] : []),
      ...(upTo ? [`${key} <= ${places}`] : []),
    ];
    const values = partsOf(table).flatMap(() => [...(after ?? []), ...(upTo ?? [])]);
    const query = `${queryOf(table, conditions)} order by ${quoted(table.key)} limit ${batchRows}`;
    return file
      .prepare(query)
      .raw(true)
      .all(...values) as Row[];
  };

  return {
    count: async (table) =>
      file
        .prepare(`select count(*) from (${queryOf(table, [])})`)
        .pluck()
        .get() as number,
    read: (table, range) => inBatches(table, range, async (next) => readBatch(table, next)),
    lastId: async ({ name }) =>
      (file.prepare('select seq from main.sqlite_sequence where name = ?').pluck().get(name) as
        | number
        | undefined) ?? 0,
    close: async () => void file.close(),
  };
}

/** Goes through a table, each batch behind the last key of the one before. */
export async function* inBatches(
  table: TablePlan,
  range: KeyRange,
  readBatch: (range: KeyRange) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const names = namesOf(table);
  const places = table.key.map((name) => names.indexOf(name));
  let after = range.after;
  while (true) {
    const rows = await readBatch({ ...range, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = places.map((place) => last[place]);
  }
}
