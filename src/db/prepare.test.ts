import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';
import type { Database } from './database.ts';
import { prepare } from './prepare.ts';
import { rowSet } from './row-set.ts';

const columns = { id: 'bigint', name: 'text' } as const;

describeOnBothEngines('a prepared statement', (engine) => {
  let db: Database;
  let close: () => Promise<void>;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  it('is written once, and runs with the values of each run', async () => {
    let written = 0;
    const joined = prepare(
      ({ rows, from }: { rows: { id: number; name: string }[]; from: number }, target) => {
        written += 1;
        return sql<{ id: number; name: string; least: number }>`
          select id, name, cast(${from} as bigint) as least
          from ${rowSet(target, columns, rows)} as v where id >= ${from} order by id`;
      },
    );
    const rows = [
      { id: 1, name: 'Ann' },
      { id: 2, name: "O'Hara" },
    ];
    assert.deepEqual(await joined(db.read, { rows, from: 2 }), [
      { id: 2, name: "O'Hara", least: 2 },
    ]);
    assert.deepEqual(await joined(db.write, { rows: rows.slice(0, 1), from: 0 }), [
      { id: 1, name: 'Ann', least: 0 },
    ]);
    assert.deepEqual(await db.transaction((trx) => joined(trx, { rows: [], from: 0 })), []);
    assert.equal(written, 1);
  });

  it('takes queries of the builder, in a transaction too', async () => {
    const name = prepare(({ id }: { id: string }, _engine, handle) =>
      handle.selectFrom('users').select('email').where('email_key', '=', id),
    );
    await db.write
      .insertInto('users')
      .values({
        email: 'A@b.example',
        email_key: 'a@b.example',
        full_name: null,
        timezone: 'UTC',
        password_hash: '',
        created_at: 1,
      })
      .execute();
    assert.deepEqual(await name(db.read, { id: 'a@b.example' }), [{ email: 'A@b.example' }]);
    assert.deepEqual(await name(db.read, { id: 'x' }), []);
  });

  it('sees what its own transaction wrote, which the pool does not see yet', async () => {
    const removed = prepare(({ id }: { id: number }, _engine, handle) =>
      handle.selectFrom('removed_devices').select('removed_at').where('device_id', '=', id),
    );
    await db.transaction(async (trx) => {
      await trx.insertInto('removed_devices').values({ device_id: 7, removed_at: 1 }).execute();
      assert.deepEqual(await removed(trx, { id: 7 }), [{ removed_at: 1 }]);
      assert.deepEqual(await removed(db.read, { id: 7 }), []);
    });
    assert.deepEqual(await removed(db.read, { id: 7 }), [{ removed_at: 1 }]);
  });

  it('cannot look at values while it is written', async () => {
    const wrong = prepare(({ id }: { id: number }) => sql`select ${id + 1} as id`);
    await assert.rejects(wrong(db.read, { id: 1 }), /before its values are known/);
  });
});
