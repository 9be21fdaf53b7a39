import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import type { Database } from '../../db/database.ts';
import { minuteMs } from '../../kit/time/units.ts';
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
    const ids = await addDevices(12_000, 'flood');
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

  it('are kept until they can be written, with those that come meanwhile', async () => {
    const timers = createTestTimers();
    const publisher = { deviceChanged: () => {} } as unknown as LivePublisher;
    let isAway = true;
    const unsteady: Database = {
      ...db,
      get write() {
        if (isAway) throw new Error('storage is away');
        return db.write;
      },
    };
    const refusals = createKeyRefusals({
      db: unsteady,
      timers,
      log: pino({ enabled: false }),
      publisher,
    });
    const [id = 0] = await addDevices(1, 'away');
    refusals.note(id, 'missing_key', 1);
    await refusals.start?.();
    timers.advance(minuteMs);
    while (timers.waiting() === 0) await setImmediate();
    refusals.note(id, 'wrong_key', 2);
    isAway = false;
    await refusals.stop?.();
    const row = await db.read
      .selectFrom('devices')
      .select(['refused_for', 'refused_at', 'refusals'])
      .where('id', '=', id)
      .executeTakeFirst();
    assert.deepEqual(row, { refused_for: 'wrong_key', refused_at: 2, refusals: 2 });
  });

  async function addDevices(count: number, name: string): Promise<number[]> {
    const ids: number[] = [];
    for (let from = 0; from < count; from += 1_000) {
      const devices = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
        mac_or_serial: `${name}-${from + index}`,
        identity: `${name}-${from + index}`,
        name: null,
        owner_id: 1,
        created_at: 1,
        key_salt: 'salt',
        key_required: 0 as const,
      }));
      const rows = await db.write.insertInto('devices').values(devices).returning('id').execute();
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }
});
