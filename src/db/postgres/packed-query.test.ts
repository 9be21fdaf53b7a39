import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { packQuery } from './packed-query.ts';
import { openPostgres, type PostgresDatabase } from './postgres-database.ts';

type Numbers = { place: number; whole: number | null; real: number | null; short: number | null };

describe('packed queries', () => {
  let database: PostgresDatabase;
  let drop: () => Promise<void>;

  before(async () => {
    const made = await makePostgresDatabase();
    drop = made.drop;
    const options = {
      url: made.url,
      poolSize: 1,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 5000,
    };
    database = openPostgres(options);
  });
  after(async () => {
    await database.db.destroy();
    await drop();
  });

  const given = (rows: Numbers[]) => {
    const table = sql<Numbers>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (place int, whole bigint, real double precision, short smallint))`;
    return database.db
      .selectFrom(table.as('given'))
      .select(['given.place', 'whole', 'given.real as named'])
      .select(({ ref }) => ref('short').as('short'))
      .orderBy('place')
      .compile();
  };

  it('give the rows of the query, in its order and with every number exact', async () => {
    const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 });
    const row = fc.record({
      whole: nullable(fc.maxSafeInteger()),
      // PostgreSQL's JSON knows no negative zero.
      real: nullable(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
      short: nullable(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (list) => {
        const rows = list.map((each, place) => ({ place, ...each }));
        // They come in another order than the query asks for.
        const answer = await database.readLists(given(rows.toReversed()));
        assert.deepEqual(answer.columns, ['place', 'whole', 'named', 'short']);
        assert.deepEqual(
          answer.rows,
          rows.map(({ place, whole, real, short }) => [place, whole, real, short]),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('need a name for each column', () => {
    assert.throws(() => packQuery(database.db.selectFrom('devices').selectAll().compile()));
    assert.throws(() => packQuery(database.db.deleteFrom('devices').compile()));
  });
});
