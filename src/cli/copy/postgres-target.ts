import type { PostgresClient } from '../../db/postgres/postgres.ts';
import { type CopyIn, startCopyIn } from '../../db/postgres/postgres-copy.ts';
import { progressTable } from '../../db/unfinished-copy.ts';
import { type KeyValues, namesOf, quoted, type TablePlan, type Target } from './ends.ts';
import { digestQuery } from './row-bytes.ts';

export type ProgressRow = { last_key: string | null; rows: number; checksum: string };

/** Writes by COPY, and how far the rows bring their table in one commit; the connection is its own. */
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

/** COPY gives identity columns what it is given, whatever they were declared as. */
export function copyStatement(table: TablePlan): string {
  return `copy ${quoted([table.name])} (${quoted(namesOf(table))}) from stdin (format binary)`;
}

/** Progress as it is kept; undefined where nothing was copied yet. */
export function toProgress(row: ProgressRow | undefined) {
  if (!row?.last_key) return undefined;
  const { last_key, rows, checksum } = row;
  return { lastKey: JSON.parse(last_key) as KeyValues, rows, checksum: BigInt(checksum) };
}
