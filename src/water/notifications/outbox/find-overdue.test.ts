import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines, type Engine } from '../../../../test/helpers/server/test-server.ts';
import type { Database } from '../../../db/database.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { findOverdue, otherWayAfterMs } from './queries.ts';

const now = 1_700_000_000_000;
/** Alerts that wait as in an outage: none of them is due to go another way. */
const waiting = 20_000;

describeOnBothEngines('the notifications that may have to go another way', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
    await addWaiting(db);
  });
  after(() => close());

  it('are those whose time has come, and at once those that are not tried any more, in the order of their ids', async () => {
    const untried = await add(db, { created_at: now - minuteMs, due_at: null });
    const late = await add(db, { created_at: now - otherWayAfterMs, due_at: now });
    const untriedAndLate = await add(db, { created_at: now - otherWayAfterMs, due_at: null });
    // Delivered, waiting for the end of quiet hours, looked at already, and one that is about no incident.
    await add(db, { created_at: now - minuteMs, due_at: null, taken_at: now });
    await add(db, { created_at: now - minuteMs, due_at: null, other_way_at: now + 60 * minuteMs });
    await add(db, { created_at: now - minuteMs, due_at: null, other_way_at: null });
    await add(db, { created_at: now - minuteMs, due_at: null, reason: 'test' });
    const find = async (after: number, limit: number) =>
      (await findOverdue(db.read, { now, after, limit })).map(({ id }) => id);
    assert.deepEqual(await find(0, 10), [untried, late, untriedAndLate]);
    assert.deepEqual(await find(0, 2), [untried, late]);
    assert.deepEqual(await find(late, 10), [untriedAndLate]);
  });

  it('are found without reading those that wait', async () => {
    const explained = db.read.withPlugin(explaining(engine));
    const plan = JSON.stringify(await findOverdue(explained, { now, after: 0, limit: 100 }));
    assert.match(plan, /notifications_other_ways/);
    assert.match(plan, /notifications_untried/);
    assert.doesNotMatch(plan, /seq scan|scan notifications/i);
  });
});

type Wanted = {
  created_at: number;
  due_at: number | null;
  taken_at?: number;
  other_way_at?: number | null;
  reason?: string;
};

async function add(db: Database, { created_at, ...wanted }: Wanted): Promise<number> {
  const { id } = await db.write
    .insertInto('notifications')
    .values({
      ...fields,
      created_at,
      other_way_at: created_at + otherWayAfterMs,
      ...wanted,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const fields = {
  user_id: 1,
  target_id: 1,
  channel: 'sms',
  address: '+254711000001',
  reason: 'incidents',
  body: '{}',
  salt: '',
  attempts: 1,
  last_error: null,
  unsure: 0,
} as const;

async function addWaiting(db: Database): Promise<void> {
  await sql`
    insert into notifications (user_id, target_id, channel, address, reason, body, salt,
      created_at, due_at, attempts, unsure, other_way_at)
    with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(waiting)}
    )
    select 1, 1, 'sms', '+254711000001', 'incidents', '{}', '',
      ${sql.lit(now)}, ${sql.lit(now)}, 0, 0, ${sql.lit(now + otherWayAfterMs)} from numbers`.execute(
    db.write,
  );
  await sql`analyze notifications`.execute(db.write);
}

/** Has an engine answer with its plan of a query instead of the rows. */
function explaining(engine: Engine): KyselyPlugin {
  const explain = {
    kind: 'ExplainNode',
    ...(engine === 'sqlite' && { options: sql`query plan`.toOperationNode() }),
  } as const;
  return {
    transformQuery: ({ node }) => ({ ...node, explain }) as typeof node,
    transformResult: async ({ result }) => result,
  };
}
