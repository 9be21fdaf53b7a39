import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import type { Database } from '../../database.ts';
import { hashDevice } from './shard-map.ts';

describe('the hash of a device', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  it('is that of PostgreSQL, by which Citus divides devices', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 200 }), async (ids) => {
        const all = [...ids, ...ids.map((id) => id % 1_000_000), 0, 2 ** 31, 2 ** 32];
        const { rows } = await sql<{ hash: number }>`
          select hashint8(id) as hash from unnest(${all}::bigint[]) with ordinality as t (id, place)
          order by place`.execute(db.read);
        assert.deepEqual(
          all.map(hashDevice),
          rows.map(({ hash }) => hash),
        );
      }),
      { numRuns: 20 },
    );
  });
});
