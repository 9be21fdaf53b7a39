import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import type { Database } from '../../../db/database.ts';
import { randomIds } from '../../../kit/ids.ts';
import { notifyPeople } from './notify-people.ts';

const now = Date.UTC(2026, 10, 21, 8);
/** More than are looked for at once. */
const many = 230;

describeOnBothEngines('people who have something due', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
    await db.write
      .insertInto('incident_recipients')
      .values(
        Array.from({ length: many }, (_, index) => ({
          device_id: 1,
          incident_id: 1,
          user_id: 1 + index,
          not_before: now,
          messages: 0,
          told_severity: null,
          told_raised_at: null,
          told_resolved: 0 as const,
          is_held: 0 as const,
          decide_at: now,
          created_at: now,
        })),
      )
      .execute();
  });
  after(() => close());

  it('are all tried, however many of those before them always fail', async () => {
    const failing = new Proxy(db, {
      get: (all, name) =>
        name === 'transaction'
          ? () => Promise.reject(new Error('out of order'))
          : Reflect.get(all, name),
    });
    const deps = { db: failing, clock: () => now, ids: randomIds, hasMail: false };
    await assert.rejects(
      notifyPeople(deps, new AbortController().signal),
      ({ errors }: AggregateError) => errors.length === many,
    );
  });
});
