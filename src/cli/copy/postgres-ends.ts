import type { PostgresClient } from '../../db/postgres/postgres.ts';
import { type CopyIn, startCopyIn } from '../../db/postgres/postgres-copy.ts';
import { progressTable } from '../../db/unfinished-copy.ts';
import {
  inBatches,
  type KeyRange,
  type KeyValues,
  namesOf,
  quoted,
  type Row,
  type Source,
  type TablePlan,
  type Target,
} from './ends.ts';
import { digestQuery } from './row-bytes.ts';

const batchRows = 5000;

/** Reads a PostgreSQL database as it is at one instant; the connection is this source's own. */
export async function createPostgresSource(client: PostgresClient): Promise<Source> {
  await client.query('begin transaction isolation level repeatable read read only');

  const readBatch = async (table: TablePlan, { after, upTo }: KeyRange): Promise<Row[]> => {
    const key = quoted(table.key);
    const values = [...(after ?? []), ...(upTo ?? [])];
    const places = values.map((_, index) => `$${index + 1}`);
    const conditions = [
      ...(after ? [`(${key}) > (${places.splice(0, after.length).join(', ')})`] : []),
      ...(upTo ? [`(${key}) <= (${places.join(', ')})`] : []),
    ];
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const { rows } = await client.query<Row>({
      text: `select ${quoted(namesOf(table))} from ${quoted([table.name])} ${where} order by ${key} limit ${batchRows}`,
      values,
      rowMode: 'array',
    });
    return rows;
  };

  return {
    count: async ({ name }) => {
      const { rows } = await client.query(`select count(*) as count from ${quoted([name])}`);
      return rows[0].count as number;
    },
    read: (table, range) => inBatches(table, range, (next) => readBatch(table, next)),
    lastId: async ({ name }) => {
      const sequence = `pg_get_serial_sequence('${name}', 'id')::regclass`;
      const { rows } = await client.query(
        `select coalesce(pg_sequence_last_value(${sequence}), 0) as last`,
      );
      return rows[0].last as number;
    },
  };
}

export type ProgressRow = { last_key: string | null; rows: number; checksum: string };

/** Writes by COPY, with the progress of the table in the same commit; the connection is its own. */
export function createPostgresTarget(client: PostgresClient): Target & AsyncDisposable {
  let copy: CopyIn | undefined;

  const inTransaction = async (work: () => Promise<void>): Promise<void> => {
    await client.query('begin');
    await work();
    await client.query('commit');
  };

  return {
    progressOf: async ({ name }) => {
      const { rows } = await client.query<ProgressRow>(
        `select last_key, rows, checksum from ${progressTable} where table_name = $1`,
        [name],
      );
      return toProgress(rows[0]);
    },
    add: async (table, _, bytes) => {
      if (!copy) {
        await client.query('begin');
        copy = await startCopyIn(client, copyStatement(table));
      }
      await copy.write(bytes);
    },
    commit: async ({ name }, { lastKey, rows, checksum }) => {
      await copy?.end();
      copy = undefined;
      await client.query(
        `update ${progressTable} set last_key = $1, rows = $2, checksum = $3 where table_name = $4`,
        [JSON.stringify(lastKey), rows, String(checksum), name],
      );
      await client.query('commit');
    },
    clear: ({ name }) =>
      inTransaction(async () => {
        await client.query(`truncate ${quoted([name])}`);
        await client.query(
          `update ${progressTable} set last_key = null, rows = 0, checksum = '0' where table_name = $1`,
          [name],
        );
      }),
    continueIds: async ({ name }, lastId) => {
      if (lastId === 0) return;
      await client.query(`select setval(pg_get_serial_sequence('${name}', 'id'), $1)`, [lastId]);
    },
    digest: async (table) => {
      const { rows } = await client.query(digestQuery(table));
      return { rows: rows[0].rows, checksum: BigInt(rows[0].checksum) };
    },
    finish: async () => {
      await client.query('analyze');
      await client.query(`drop table ${progressTable}`);
    },
    async [Symbol.asyncDispose]() {
      await copy?.abandon();
      await client.end();
    },
  };
}

/** COPY stores given values in identity columns, however they were declared. */
export function copyStatement(table: TablePlan): string {
  return `copy ${quoted([table.name])} (${quoted(namesOf(table))}) from stdin (format binary)`;
}

/** Stored progress; undefined where nothing was copied yet. */
export function toProgress(row: ProgressRow | undefined) {
  if (!row?.last_key) return undefined;
  const { last_key, rows, checksum } = row;
  return { lastKey: JSON.parse(last_key) as KeyValues, rows, checksum: BigInt(checksum) };
}
