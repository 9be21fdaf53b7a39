import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { addTwice } from './helpers/accounts/add-twice.ts';
import { openTestDatabase } from './helpers/database/test-database.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

describeOnBothEngines('work beside the connection', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const quotaOf = async (userId: number) => {
    const row = await db.read
      .selectFrom('sms_accounts')
      .select('quota')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.quota;
  };

  it('is one transaction and gives what it gives', async () => {
    assert.deepEqual(await db.perform(addTwice, { userId: 1, isBad: false }), { quota: 2 });
    assert.equal(await quotaOf(1), 2);
  });

  it('leaves nothing where it fails, and says why with the code of the engine', async () => {
    const codes = { sqlite: /^SQLITE_CONSTRAINT/, postgres: /^23505$/ };
    await assert.rejects(db.perform(addTwice, { userId: 2, isBad: true }), ({ code }: Code) => {
      assert.match(code, codes[engine]);
      return true;
    });
    assert.equal(await quotaOf(2), undefined);
  });

  it('fails alone where works share a commit', async () => {
    const userIds = [3, 4, 5, 6, 7, 8];
    const outcomes = await Promise.allSettled(
      userIds.map((userId) => db.perform(addTwice, { userId, isBad: userId % 3 === 0 })),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      userIds.map((userId) => userId % 3 !== 0),
    );
    const quotas = await Promise.all(userIds.map(quotaOf));
    assert.deepEqual(quotas, [undefined, 2, 2, undefined, 2, 2]);
  });

  it('takes turns with transactions and single writes', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => 10 + index);
    await Promise.all(
      ids.map(async (userId) => {
        const account = { user_id: userId, quota: 2, used: 0, created_at: 0 };
        const insert = (handle: typeof db.write) =>
          handle.insertInto('sms_accounts').values(account).execute();
        if (userId % 3 === 0) await db.perform(addTwice, { userId, isBad: false });
        else if (userId % 3 === 1) await db.transaction(insert);
        else await insert(db.write);
      }),
    );
    for (const userId of ids) assert.equal(await quotaOf(userId), 2);
  });
});

type Code = { code: string };
