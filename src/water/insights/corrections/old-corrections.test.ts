import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import pino from 'pino';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { readStoredOf } from '../../../../test/helpers/database/stored-readings.ts';
import { failureOf } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { deleteOldReadings } from '../../retention/delete-old-readings.ts';
import { packOldReadings } from '../../retention/pack-readings.ts';
import type { Refills } from '../refills/schemas.ts';

const log = pino({ level: 'silent' });
const unstopped = new AbortController().signal;

/** Half a percent an hour; a rise of 20 in the half hour behind hour 10. */
function levelAt(hours: number): number {
  const risen = hours < 10 ? 0 : Math.min(20, (hours - 10) * 40);
  return Math.round((60 - hours / 2 + risen) * 100) / 100;
}

describeOnBothEngines('corrections of old readings', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  let owner: RegisteredUser;

  before(async () => {
    owner = await registerUser(server);
  });

  /** A device that was silent for three days from its refill on. */
  const addDevice = async () => {
    const mac_address = randomMac();
    const { id } = await registerDevice(server, owner.token, mac_address);
    const start = Math.ceil(server.clock.now / hourMs) * hourMs;
    for (let minute = 0; minute <= 90 * 60; minute += 10) {
      const hours = minute / 60;
      if (hours > 10.5 && hours < 74) continue;
      server.clock.advance(start + minute * minuteMs - server.clock.now);
      const water_level_percent = levelAt(hours);
      const recorded_at = new Date(server.clock.now).toISOString();
      const form = { mac_address, water_level_percent, volume: water_level_percent * 10 };
      const answer = await server.request('POST', '/iot_push.php', {
        form: { ...form, recorded_at },
      });
      assert.equal(answer.status, 201, answer.text);
    }
    return { id, at: (hours: number) => new Date(start + hours * hourMs).toISOString() };
  };
  const pack = async () => {
    server.clock.advance(12 * dayMs);
    const packing = { db: server.db, clock: () => server.clock.now, timers: createTestTimers() };
    await packOldReadings({ ...packing, log }, unstopped);
    const rows = await server.db.read.selectFrom('readings').select('recorded_at').execute();
    assert.deepEqual(rows, []);
  };
  const forgetReadingsBefore = async (instant: number) => {
    await deleteOldReadings(
      {
        db: server.db,
        log,
        timers: createTestTimers(),
        clock: () => server.clock.now,
        rollupRetentionMs: undefined,
        retentionMs: server.clock.now - instant,
        metrics: { expiredRows: { inc: () => {} } as never },
      },
      unstopped,
    );
  };
  const send = (method: string, query: string, json?: unknown) =>
    server.request(method, `/api/insights.php?action=${query}`, { token: owner.token, json });
  const refillsOf = async (id: string) =>
    ((await send('GET', `refills&device_id=${id}&period=30d`)).body as Refills).refills;
  const clean = async (id: string, from: string, until: string) =>
    await send('POST', 'cleaning', { device_id: id, sensor_name: 'main', from, until });
  /** The ledger of a device, whichever it is, and however its readings are stored. */
  const ledgerOf = async (id: string) => {
    const { rollups } = await readStoredOf(server.db, Number(id));
    const first = rollups[0]?.hour ?? 0;
    return rollups.map(({ hour, consumed_level, refilled_level, noise }) => {
      return { hour: hour - first, consumed_level, refilled_level, noise };
    });
  };

  it('hold behind days of silence as those of readings that are rows do', async () => {
    const ofRows = await addDevice();
    const [refill, ...others] = await refillsOf(ofRows.id);
    assert.ok(refill && others.length === 0);
    const before = await ledgerOf(ofRows.id);
    assert.equal((await send('DELETE', `delete-refill&id=${refill.id}`)).status, 200);
    const corrected = await ledgerOf(ofRows.id);
    assert.notDeepEqual(corrected, before);

    const { id, at } = await addDevice();
    await pack();
    assert.deepEqual(await ledgerOf(id), before);
    const [packed] = await refillsOf(id);
    assert.ok(packed);
    const answer = await send('DELETE', `delete-refill&id=${packed.id}`);
    assert.deepEqual([answer.status, await refillsOf(id)], [200, []], answer.text);
    assert.deepEqual(await ledgerOf(id), corrected);

    const { body } = await send('GET', `corrections&device_id=${id}`);
    const [noted] = (body as { corrections: { id: number }[] }).corrections;
    const back = await send('DELETE', `delete-correction&id=${noted?.id}`);
    assert.deepEqual([back.status, await ledgerOf(id)], [200, before], back.text);

    assert.equal((await clean(id, at(9.9), at(10.5))).status, 201);
    assert.deepEqual(await refillsOf(id), []);
  });

  it('refuse a cleaning whose readings are no longer kept, all or some of them', async () => {
    const { id, at } = await addDevice();
    const noted = await clean(id, at(2), at(3));
    assert.equal(noted.status, 201);
    await forgetReadingsBefore(Date.parse(at(5)));
    const before = await ledgerOf(id);
    for (const [from, until] of [
      [1, 4],
      [4, 10.4],
    ] as const) {
      const answer = await clean(id, at(from), at(until));
      assert.deepEqual(failureOf(answer), [409, 'readings_gone'], answer.text);
    }
    assert.deepEqual(await ledgerOf(id), before);
    const again = await clean(id, at(2), at(3));
    assert.deepEqual([again.status, again.body], [201, noted.body]);
    const { body } = await send('GET', `corrections&device_id=${id}`);
    assert.deepEqual(body, { device_id: id, corrections: [noted.body] });

    assert.equal((await clean(id, at(5), at(10.5))).status, 201);
    assert.deepEqual(await refillsOf(id), []);
    // In the silence no reading came: it is of the hour behind it.
    assert.equal((await clean(id, at(20), at(30))).status, 201);
    await forgetReadingsBefore(Date.parse(at(75)));
    const silent = await clean(id, at(30), at(40));
    assert.deepEqual(failureOf(silent), [409, 'readings_gone'], silent.text);
  });
});
