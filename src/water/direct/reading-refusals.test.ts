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
import type { KnownDevice } from './known-device.ts';
import { createReadingRefusals } from './reading-refusals.ts';

const why = { field: 'water_level_percent', message: 'must be at most 100', sent: '400' };

describeOnBothEngines('refused readings', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const log = pino({ enabled: false });
  const publisher = { deviceChanged: () => {} } as unknown as LivePublisher;
  const newDevices = async (count: number, name: string): Promise<KnownDevice[]> => {
    const devices: KnownDevice[] = [];
    for (let from = 0; from < count; from += 500) {
      const rows = await db.write
        .insertInto('devices')
        .values(
          Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
            owner_id: 1,
            name,
            key_salt: 'salt',
            key_required: 0 as const,
            created_at: 1,
            mac_or_serial: `${name}-${from + index}`,
            identity: `${name}-${from + index}`,
          })),
        )
        .returning('id')
        .execute();
      devices.push(...rows.map(({ id }) => ({ id, readingsRefused: 0 }) as KnownDevice));
    }
    return devices;
  };
  const stored = async (devices: KnownDevice[]) => {
    const rows = await db.read
      .selectFrom('devices')
      .select(['id', 'readings_refused'])
      .where(
        'id',
        'in',
        devices.map(({ id }) => id),
      )
      .execute();
    const counts = new Map(rows.map(({ id, readings_refused }) => [id, readings_refused]));
    return devices.map(({ id }) => counts.get(id));
  };

  it('are kept of every device while they cannot be written', async () => {
    const timers = createTestTimers();
    let isAway = true;
    const unsteady: Database = {
      ...db,
      get write() {
        if (isAway) throw new Error('storage is away');
        return db.write;
      },
    };
    const refusals = createReadingRefusals({ db: unsteady, timers, log, publisher });
    const devices = await newDevices(1200, 'away');
    for (const device of devices) refusals.count(device, why, 1);
    await refusals.start?.();
    timers.advance(minuteMs);
    while (timers.waiting() === 0) await setImmediate();
    isAway = false;
    await refusals.stop?.();
    assert.deepEqual(new Set(await stored(devices)), new Set([1]));
  });

  it('end with a reading of a device that was read anew before they were written', async () => {
    const refusals = createReadingRefusals({ db, timers: createTestTimers(), log, publisher });
    const [device] = await newDevices(1, 'anew');
    assert.ok(device);
    refusals.count(device, why, 1);
    refusals.endSeries({ ...device, readingsRefused: 0 });
    await refusals.stop?.();
    assert.deepEqual(await stored([device]), [0]);
  });

  it('end with a later reading where the first that was taken found no room', async () => {
    const refusals = createReadingRefusals({ db, timers: createTestTimers(), log, publisher });
    const [device] = await newDevices(1, 'full');
    assert.ok(device);
    device.readingsRefused = 1;
    await db.write
      .updateTable('devices')
      .set({ readings_refused: 1 })
      .where('id', '=', device.id)
      .execute();
    // Of devices that are gone by now.
    for (let id = 1_000_000; id < 1_010_000; id++) {
      refusals.count({ id, readingsRefused: 0 } as KnownDevice, why, 1);
    }
    refusals.endSeries(device);
    await refusals.stop?.();
    refusals.endSeries(device);
    await refusals.stop?.();
    assert.deepEqual([device.readingsRefused, await stored([device])], [0, [0]]);
  });
});
