import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { openPostgres } from './postgres-database.ts';
import { createStatementNames } from './statement-names.ts';

describe('names of statements', () => {
  it('are given to what comes a third time, each its own, and to no more than 300', () => {
    const nameOf = createStatementNames();
    const texts = Array.from({ length: 400 }, (_, index) => `select ${index}`);
    const names = [1, 2, 3].map(() => texts.map(nameOf));
    assert.ok([...(names[0] ?? []), ...(names[1] ?? [])].every((name) => name === undefined));
    assert.equal(new Set(names[2]).size, 301);
    assert.deepEqual(texts.map(nameOf), names[2]);
  });

  it('let PostgreSQL prepare a statement once, also one that fails again and again', async () => {
    const { url, drop } = await makePostgresDatabase();
    const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
    const { db } = openPostgres({ url, poolSize: 1, ...waits });
    for (const number of [1, 2, 3, 4, 5]) {
      const { rows } = await sql<{ twice: number }>`select 2 * ${number}::int as twice`.execute(db);
      assert.deepEqual(rows, [{ twice: 2 * number }]);
      await assert.rejects(sql`select 1 / (${number}::int - ${number}::int)`.execute(db), {
        code: '22012',
      });
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements order by statement`.execute(db);
    assert.deepEqual(
      rows.map(({ statement }) => statement),
      ['select 1 / ($1::int - $2::int)', 'select 2 * $1::int as twice'],
    );
    await db.destroy();
    await drop();
  });
});
