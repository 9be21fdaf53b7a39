import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { makePostgresDatabase } from '../../../test/helpers/postgres.ts';
import type { PostgresPool } from './postgres.ts';
import { openKeyedPool } from './postgres-database.ts';
import { type ArrayValue, createTransactions, type RunTransaction } from './transactions.ts';

const statement = (text: string) => ({ name: text, text });
const insert = statement('insert into kept select $1::integer');
const tooMany = { code: '23514' };

for (const isSpread of [false, true]) {
  describe(`a transaction on PostgreSQL${isSpread ? ' with Citus' : ''}`, () => {
    let pool: PostgresPool;
    let run: RunTransaction;
    let drop: () => Promise<void>;
    const warnings: string[] = [];

    const numbersOf = (text: string) =>
      run(async ({ query }) => {
        const rows = await query<{ number: number }>(statement(text), []);
        return rows.map(({ number }) => number);
      });
    const kept = () => numbersOf('select number from kept order by number');
    const backend = () => numbersOf('select pg_backend_pid() as number');
    const store = (...numbers: number[]) =>
      run(async ({ send, commit }) => {
        for (const number of numbers) send(insert, [number]);
        await commit();
      });

    before(async () => {
      const made = await makePostgresDatabase();
      drop = made.drop;
      const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
      pool = openKeyedPool({ url: made.url, poolSize: 1, ...waits }, isSpread);
      pool.on('connect', (client) => {
        client.on('notice', ({ message = '' }) => void warnings.push(message));
      });
      run = createTransactions(pool);
      await pool.query('create table kept (number integer check (number < 10))');
    });
    after(async () => {
      await pool.end();
      await drop();
    });
    beforeEach(() => pool.query('truncate kept'));

    it('keeps all that it stores before its commit', async () => {
      await store(1, 2);
      assert.deepEqual(await kept(), [1, 2]);
    });

    it('keeps nothing where a statement fails, tells of that one, and goes on over its connection', async () => {
      await store(1);
      const before = await backend();
      await assert.rejects(store(2, 3, 10), tooMany);
      await assert.rejects(store(2, 10, 3), tooMany);
      assert.deepEqual(await kept(), [1]);
      assert.deepEqual(await backend(), before);
    });

    it('tells of what failed also where a later question is what is waited for', async () => {
      const work = run(async ({ send, query, commit }) => {
        send(insert, [10]);
        await query(insert, [1]);
        await commit();
      });
      await assert.rejects(work, tooMany);
      assert.deepEqual(await kept(), []);
    });

    it('keeps nothing without a commit', async () => {
      await run(async ({ query }) => void (await query(insert, [1])));
      assert.deepEqual(await kept(), []);
    });

    it('keeps nothing where the work gives up', async () => {
      const work = run(async ({ query }) => {
        await query(insert, [1]);
        throw new Error('not so');
      });
      await assert.rejects(work, /not so/);
      assert.deepEqual(await kept(), []);
    });

    const elementsOf = (type: string, array: ArrayValue) =>
      run(async ({ query }) => {
        const text = `select e from unnest($1::${type}[]) with ordinality as v (e, i) order by i`;
        const rows = await query<{ e: unknown }>({ name: `elements_${type}`, text }, [array]);
        return rows.map(({ e }) => e);
      });
    const within = (bits: number) =>
      fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
    const elements: Record<string, fc.Arbitrary<number | string>> = {
      smallint: within(16),
      integer: within(32),
      bigint: fc.maxSafeInteger(),
      'double precision': fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => value + 0),
      // PostgreSQL has no text with a null character.
      text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    };
    for (const [type, element] of Object.entries(elements)) {
      it(`carries arrays of ${type}, with nulls and of any length`, async () => {
        const arrays = fc.array(fc.option(element), { maxLength: 3000 });
        await fc.assert(
          fc.asyncProperty(arrays, async (list) => {
            assert.deepEqual(await elementsOf(type, list as ArrayValue), list);
          }),
          { numRuns: 20 },
        );
      });
    }

    it('refuses a number that the type cannot hold, and stores none that is no number', async () => {
      const beyond: [string, number[]][] = [
        ['smallint', [2 ** 15, -(2 ** 15) - 1]],
        ['integer', [2 ** 31, -(2 ** 31) - 1]],
        ['bigint', [2 ** 63]],
      ];
      for (const [type, numbers] of beyond) {
        for (const number of numbers) {
          await assert.rejects(elementsOf(type, [1, number]), { code: '22003' });
        }
        await assert.rejects(elementsOf(type, [1, 0.5]), { code: '22P02' });
      }
      const none = [Number.NaN, Number.POSITIVE_INFINITY];
      assert.deepEqual(await elementsOf('double precision', [1, ...none]), [1, null, null]);
    });

    it('ends each transaction that it began, and no other', () => {
      assert.deepEqual(warnings, []);
    });
  });
}
