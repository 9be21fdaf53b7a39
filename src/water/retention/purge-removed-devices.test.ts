import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { purgeRemovedDevices } from './purge-removed-devices.ts';

const tables = [
  'device_status',
  'sensors',
  'sensor_configs',
  'readings',
  'packed_readings',
  'hourly_rollups',
  'pump_commands',
  'incidents',
  'removed_devices',
] as const;

const unstopped = new AbortController().signal;

describeOnBothEngines('purge of removed devices', (engine) => {
  const server = useTestServer({ engine });

  const newDevice = async () => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, token);
    return { token, id, mac_or_serial };
  };
  const remove = async ({ token, id }: { token: string; id: string }) => {
    const query = `action=remove&id=${id}`;
    const { status } = await server.request('DELETE', `/api/devices.php?${query}`, { token });
    assert.equal(status, 200);
  };
  const count = async (table: (typeof tables)[number], id: string) => {
    const { rows } = await server.db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('device_id', '=', Number(id))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const countRows = async (id: string) => {
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await count(table, id);
    return counts;
  };
  const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

  it('deletes every row of the device, however many, and no row of another', async () => {
    const [gone, kept] = [await newDevice(), await newDevice()];
    await fill(server, gone.id, 4500);
    await fill(server, kept.id, 10);
    const before = await countRows(kept.id);
    await remove(gone);
    assert.equal(await count('readings', gone.id), 9000);
    await purgeRemovedDevices(server, unstopped);
    assert.deepEqual(await countRows(gone.id), nothing);
    assert.deepEqual(await countRows(kept.id), before);
  });

  it('stops between two chunks, and the next round finishes', async () => {
    const device = await newDevice();
    await fill(server, device.id, 4500);
    await remove(device);
    const stopping = new AbortController();
    const { write } = server.db;
    const db = {
      ...server.db,
      get write() {
        stopping.abort();
        return write;
      },
    };
    await purgeRemovedDevices({ db }, stopping.signal);
    assert.equal(await count('readings', device.id), 7000);
    assert.equal(await count('removed_devices', device.id), 1);
    await purgeRemovedDevices(server, unstopped);
    assert.deepEqual(await countRows(device.id), nothing);
  });

  it('does the others where it fails with one, and that one in the next round', async () => {
    const [failing, other] = [await newDevice(), await newDevice()];
    for (const device of [failing, other]) {
      await fill(server, device.id, 10);
      await remove(device);
    }
    let isFirst = true;
    const { write } = server.db;
    const db = {
      ...server.db,
      get write() {
        if (!isFirst) return write;
        isFirst = false;
        throw new Error('not now');
      },
    };
    await assert.rejects(purgeRemovedDevices({ db }, unstopped), {
      message: 'the data of some removed devices could not be deleted',
    });
    assert.equal(await count('removed_devices', failing.id), 1);
    assert.deepEqual(await countRows(other.id), nothing);
    await purgeRemovedDevices({ db }, unstopped);
    assert.deepEqual(await countRows(failing.id), nothing);
  });

  it('lets anybody register the device at once, who sees nothing of the old data', async () => {
    const old = await newDevice();
    await fill(server, old.id, 10);
    await remove(old);
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token, old.mac_or_serial);
    assert.deepEqual([device.location, device.last_seen_at], [null, null]);
    for (const script of ['sensor_configs', 'pump_commands', 'alerts']) {
      const path = `/api/${script}.php?action=list&device_id=${device.id}`;
      assert.deepEqual((await server.request('GET', path, { token })).body, []);
    }
    await purgeRemovedDevices(server, unstopped);
    assert.deepEqual(await countRows(old.id), nothing);
    assert.deepEqual(await countRows(device.id), { ...nothing, device_status: 1 });
  });

  it('leaves no row of a device that is written to while it is removed', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await newDevice();
      const { token, id: device_id } = device;
      const post = (path: string, json: object) =>
        server.request('POST', `/api/${path}`, { token, json: { device_id, ...json } });
      const writes = [1, 2, 3, 4].flatMap((each) => [
        post('sensor_configs.php?action=save', { sensor_name: `s${each}` }),
        post('pump_commands.php?action=send', { sensor_name: `s${each}`, command: 'auto' }),
        post('alerts.php?action=create', { type: 'low', message: 'Low.' }),
      ]);
      const [answers] = await Promise.all([Promise.all(writes), remove(device)]);
      const odd = answers.filter(({ status }) => ![200, 201, 404].includes(status));
      assert.deepEqual(odd, []);
      await purgeRemovedDevices(server, unstopped);
      assert.deepEqual(await countRows(device_id), nothing);
    }
  });
});

/** Gives a device two sensors with `readings` readings each, and some of everything else. */
async function fill({ db, clock }: TestServer, id: string, readings: number): Promise<void> {
  const device_id = Number(id);
  const created_at = clock.now;
  const rows = { device_id, sensor_name: 's1', created_at };
  await db.transaction(async (db) => {
    for (const sensor_no of [1, 2]) {
      const sensor = { device_id, sensor_no };
      await db
        .insertInto('sensors')
        .values({ ...sensor, name: `s${sensor_no}`, watch: '' })
        .execute();
      for (let start = 0; start < readings; start += 500) {
        const times = Array.from({ length: Math.min(500, readings - start) }, (_, n) => start + n);
        const reading = { ...sensor, level: 50, status: 0, source: 0 };
        await db
          .insertInto('readings')
          .values(times.map((time) => ({ ...reading, recorded_at: created_at + time })))
          .execute();
      }
      await db
        .insertInto('packed_readings')
        .values({ ...sensor, start_at: 0, last_at: 1, count: 2, body: Buffer.from('x') })
        .execute();
      await db
        .insertInto('hourly_rollups')
        .values([0, 1].map((hour) => ({ ...emptyRollup, ...sensor, hour })))
        .execute();
    }
    const config = {
      capacity: 1000,
      high_threshold: 90,
      low_threshold: 20,
      updated_at: created_at,
    };
    await db
      .insertInto('sensor_configs')
      .values({ ...rows, ...config })
      .execute();
    const command = {
      command: 'on',
      status: 'pending',
      source: 'user',
      expires_at: created_at + 1,
    };
    await db
      .insertInto('pump_commands')
      .values({ ...rows, ...command })
      .execute();
    const sensorName = rows.sensor_name;
    const of = { deviceId: device_id, sensorName, severity: 'info', now: created_at } as const;
    const facts = { level: 5, threshold: 20 };
    await db
      .insertInto('incidents')
      .values(toIncident({ kind: 'low', facts }, of))
      .execute();
  });
}

const emptyRollup = {
  count: 1,
  level_min: 50,
  level_max: 50,
  level_sum: 50,
  first_at: 0,
  first_level: 50,
  last_at: 0,
  last_level: 50,
  consumed_level: 0,
  refilled_level: 0,
  consumed_volume: 0,
  refilled_volume: 0,
  gap_level: 0,
  gap_volume: 0,
  suspects: 0,
  blind_ms: 0,
  noise: 0,
  tracker: '',
};
