import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/helpers/any-character.ts';
import { makePostgresDatabase } from '../../../../test/helpers/database/postgres.ts';
import type { ElementType, PipelineArray, RunPipelined } from '../../pipeline.ts';
import type { PostgresPool } from '../postgres.ts';
import { openKeyedPool } from '../postgres-database.ts';
import { runOnPool } from './run-pipelined.ts';

describe('messages to PostgreSQL', () => {
  let pool: PostgresPool;
  let run: RunPipelined;
  let drop: () => Promise<void>;

  before(async () => {
    const made = await makePostgresDatabase();
    drop = made.drop;
    const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
    pool = openKeyedPool({ url: made.url, poolSize: 1, ...waits });
    run = runOnPool(pool);
  });
  after(async () => {
    await pool.end();
    await drop();
  });

  const types: Record<ElementType, string> = {
    smallint: 'smallint',
    integer: 'integer',
    bigint: 'bigint',
    xid: 'xid',
    double: 'double precision',
    text: 'text',
  };
  const elementsOf = (array: PipelineArray, type = array.type) =>
    run(async (pipeline) => {
      const text = `select e, $2::text as beside from unnest($1::${types[type]}[]) with ordinality as v (e, i) order by i`;
      const statement = { name: `elements_${type}`, text };
      const [rows] = await pipeline.ask({ statement, values: [array, 'Kisima ⛲'] });
      assert.ok((rows as { beside: string }[]).every(({ beside }) => beside === 'Kisima ⛲'));
      return (rows as { e: unknown }[]).map(({ e }) => e);
    });

  const within = (bits: number) =>
    fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
  const elements: Record<ElementType, fc.Arbitrary<number | string>> = {
    smallint: within(16),
    integer: within(32),
    bigint: fc.maxSafeInteger(),
    xid: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    // PostgreSQL has no text with a null character.
    text: fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\0', '')),
  };
  for (const type of Object.keys(types) as ElementType[]) {
    it(`carry arrays of ${type}, with nulls and of any length`, async () => {
      const arrays = fc.array(fc.option(elements[type]), { maxLength: 3000 });
      await fc.assert(
        fc.asyncProperty(arrays, async (list) => {
          const array = { type, elements: list } as PipelineArray;
          assert.deepEqual(await elementsOf(array), list);
        }),
        { numRuns: 20 },
      );
    });
  }

  it('refuse a number that the type cannot hold, and nothing after it', async () => {
    const beyond: [Exclude<ElementType, 'text'>, number[]][] = [
      ['smallint', [2 ** 15, -(2 ** 15) - 1, 0.5, Number.NaN]],
      ['integer', [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN]],
      ['bigint', [2 ** 53, 0.5, Number.NaN]],
      ['xid', [2 ** 32, -1, 0.5, Number.NaN]],
      ['double', [Number.NaN, Number.POSITIVE_INFINITY]],
    ];
    for (const [type, numbers] of beyond) {
      for (const number of numbers) {
        await assert.rejects(elementsOf({ type, elements: [1, number] }), { code: '22003' });
      }
      assert.deepEqual(await elementsOf({ type, elements: [1, null] }), [1, null]);
    }
  });

  it('go on over the same connection after a statement that failed, and were rolled back', async () => {
    const ask = (text: string) =>
      run(async (pipeline) => {
        const values = text.includes('$1') ? ['1'] : [];
        const [rows] = await pipeline.ask({ statement: { name: text, text }, values });
        await pipeline.commit();
        return (rows as { number: number }[])[0]?.number;
      });
    await ask('create table kept (number integer check (number = 1))');
    const backend = 'select pg_backend_pid() as number';
    const insert =
      'insert into kept select $1::integer + coalesce((select max(number) from kept), 0)';
    await ask(insert);
    const before = await ask(backend);
    await assert.rejects(ask(insert), { code: '23514' });
    assert.equal(await ask(backend), before);
    assert.equal(await ask('select count(*) as number from kept'), 1);
  });
});
