import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pino from 'pino';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import type { Database } from '../../db/database.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { createKeyRefusals } from './key-refusals.ts';

describeOnBothEngines('refused keys', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  it('are written a row a device, however many come of however many devices', async () => {
    const told: number[] = [];
    const publisher = { deviceChanged: (id: number) => told.push(id) } as unknown as LivePublisher;
    const log = pino({ enabled: false });
    const refusals = createKeyRefusals({ db, timers: createTestTimers(), log, publisher });
    const ids = await addDevices(12_000);
    for (let round = 0; round < 3; round++) {
      for (const id of ids) refusals.note(id, round < 2 ? 'wrong_key' : 'missing_key', round);
    }
    await refusals.stop?.();
    const rows = await db.read
      .selectFrom('devices')
      .select(({ fn }) => ['refused_for', 'refused_at', 'refusals', fn.countAll().as('devices')])
      .groupBy(['refused_for', 'refused_at', 'refusals'])
      .orderBy('refusals')
      .execute();
    assert.deepEqual(
      rows.map(({ devices, ...row }) => ({ ...row, devices: Number(devices) })),
      [
        { refused_for: null, refused_at: null, refusals: 0, devices: 2_000 },
        { refused_for: 'missing_key', refused_at: 2, refusals: 3, devices: 10_000 },
      ],
    );
    assert.ok(told.length <= 100);
  });

  async function addDevices(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let from = 0; from < count; from += 1_000) {
      const devices = Array.from({ length: 1_000 }, (_, index) => ({
        ...{ mac_or_serial: `${from + index}`, identity: `${from + index}`, name: null },
        ...{ owner_id: 1, created_at: 1, key_version: 1, key_required: 0 as const },
      }));
      const rows = await db.write.insertInto('devices').values(devices).returning('id').execute();
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }
});
