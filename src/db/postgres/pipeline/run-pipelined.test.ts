import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { makePostgresDatabase } from '../../../../test/helpers/database/postgres.ts';
import type { Asked, RunPipelined } from '../../pipeline.ts';
import type { PostgresPool } from '../postgres.ts';
import { openKeyedPool } from '../postgres-database.ts';
import { runOnPool } from './run-pipelined.ts';

const asked = (text: string, ...values: string[]): Asked => ({
  statement: { name: text, text },
  values,
});
const insert = (number: number) => asked('insert into kept select $1::integer', String(number));
const allKept = asked('select number from kept order by number');
const backend = asked('select pg_backend_pid() as number');
const tooMany = { code: '23514' };

const beginnings = { '': [], ' that begins as others do': [asked('select 1'), asked('select 2')] };

for (const [name, first] of Object.entries(beginnings)) {
  describe(`a transaction in few trips${name}`, () => {
    let pool: PostgresPool;
    let run: RunPipelined;
    let drop: () => Promise<void>;
    const warnings: string[] = [];

    const numbersOf = async (question: Asked) => {
      const [rows] = await run((pipeline) => pipeline.commit(question));
      return (rows as { number: number }[]).map(({ number }) => number);
    };

    before(async () => {
      const made = await makePostgresDatabase();
      drop = made.drop;
      const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
      pool = openKeyedPool({ url: made.url, poolSize: 1, ...waits });
      pool.on('connect', (client) => {
        client.on('notice', ({ message = '' }) => void warnings.push(message));
      });
      run = runOnPool(pool, first);
      await pool.query('create table kept (number integer check (number < 10))');
    });
    after(async () => {
      await pool.end();
      await drop();
    });
    beforeEach(() => pool.query('truncate kept'));

    it('keeps all that one trip stores', async () => {
      await run((pipeline) => pipeline.commit(insert(1), insert(2)));
      assert.deepEqual(await numbersOf(allKept), [1, 2]);
    });

    it('keeps nothing of a trip in which the last statement fails, and goes on over its connection', async () => {
      await run((pipeline) => pipeline.commit(insert(1)));
      const before = await numbersOf(backend);
      await assert.rejects(
        run((pipeline) => pipeline.commit(insert(2), insert(3), insert(10))),
        tooMany,
      );
      assert.deepEqual(await numbersOf(allKept), [1]);
      assert.deepEqual(await numbersOf(backend), before);
    });

    it('keeps nothing of two trips of which the second fails', async () => {
      await assert.rejects(
        run(async (pipeline) => {
          await pipeline.ask(insert(1));
          return await pipeline.commit(insert(2), insert(10));
        }),
        tooMany,
      );
      assert.deepEqual(await numbersOf(allKept), []);
    });

    it('keeps nothing without a commit, and what was asked with one', async () => {
      await run((pipeline) => pipeline.ask(insert(1)));
      assert.deepEqual(await numbersOf(allKept), []);
      await run(async (pipeline) => {
        await pipeline.ask(insert(1));
        await pipeline.commit();
      });
      assert.deepEqual(await numbersOf(allKept), [1]);
    });

    it('keeps nothing where the work gives up between its trips', async () => {
      const work = run(async (pipeline) => {
        await pipeline.ask(insert(1));
        throw new Error('not so');
      });
      await assert.rejects(work, /not so/);
      assert.deepEqual(await numbersOf(allKept), []);
    });

    it('ends each transaction that it began, and no other', () => {
      assert.deepEqual(warnings, []);
    });
  });
}
