import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import type { Database } from '../../../db/database.ts';
import { expireOverdueCommands } from './expire-commands.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const deps = {
  clock: () => now,
  clockWatch: { cautious: () => now },
  commandMs: 24 * 3_600_000,
  staleOnMs: 10 * 60_000,
  publisher: { commandsChanged: () => {} },
};

describeOnBothEngines('expiry of pump commands', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const insert = (device_id: number, status: string, expires_at: number, count = 1) =>
    db.write
      .insertInto('pump_commands')
      .values(
        Array.from({ length: count }, () => ({
          device_id,
          sensor_name: 'roof',
          command: 'on',
          status,
          source: 'user',
          created_at: 0,
          expires_at,
        })),
      )
      .execute();
  const statuses = async (device_id: number) => {
    const rows = await db.read
      .selectFrom('pump_commands')
      .select('status')
      .where('device_id', '=', device_id)
      .orderBy('id')
      .execute();
    return rows.map(({ status }) => status);
  };

  it('writes it down of what is pending and overdue, and of nothing else', async () => {
    const commands = [
      ['pending', now - 1],
      ['pending', now],
      ['pending', now + 1],
      ['executed', now - 1],
      ['cancelled', now - 1],
    ] as const;
    for (const [status, expiresAt] of commands) await insert(1, status, expiresAt);
    await expireOverdueCommands({ ...deps, db }, new AbortController().signal);
    const expected = ['expired', 'expired', 'pending', 'executed', 'cancelled'];
    assert.deepEqual(await statuses(1), expected);
  });

  it('goes on through thousands, batch by batch, until it is to stop', async () => {
    for (let batch = 0; batch < 5; batch++) await insert(2, 'pending', now - 1, 500);
    const countExpired = async () =>
      (await statuses(2)).filter((status) => status === 'expired').length;
    await expireOverdueCommands({ ...deps, db }, AbortSignal.abort());
    assert.equal(await countExpired(), 0);
    await expireOverdueCommands({ ...deps, db }, new AbortController().signal);
    assert.equal(await countExpired(), 2500);
  });
});
