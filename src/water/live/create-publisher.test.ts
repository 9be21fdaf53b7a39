import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { findViewers } from '../device-roles.ts';
import { createBus } from './bus.ts';
import { createPublisher } from './create-publisher.ts';
import { DeviceViewers } from './device-viewers.ts';

const log = pino({ level: 'silent' });
const clock = () => 0;

describeOnBothEngines('publisher', (engine) => {
  /** Returns a listener, and the types of the events that it has got. */
  const listen = async () => {
    const { db, close } = await openTestDatabase(engine);
    const bus = createBus({ now: clock, epoch: 'epoch' });
    const publisher = createPublisher({ db, clock, log, bus });
    const told: string[] = [];
    const waiting: (() => void)[] = [];
    const hear = ({ type }: { type: string }) => {
      told.push(type);
      for (const resolve of waiting.splice(0)) resolve();
    };
    bus.subscribe(1, hear, undefined);
    const heard = () => new Promise<void>((resolve) => waiting.push(resolve));
    return { publisher, told, heard, close };
  };

  it('that cannot be told, since storage is away, make everybody reload', async () => {
    const { publisher, told, heard, close } = await listen();
    await close();
    const reset = heard();
    publisher.alertsDeleted([5]);
    await reset;
    assert.deepEqual(told, ['reset']);
    const changed = heard();
    publisher.devicesChanged([1]);
    await changed;
    assert.deepEqual(told, ['reset', 'devices']);
  });

  it('that are too many to wait make everybody reload, once', async () => {
    const { publisher, told, heard, close } = await listen();
    const first = heard();
    for (let count = 0; count < 600; count++) publisher.devicesChanged([1]);
    await first;
    while (!told.includes('reset') || told.length < 501) await heard();
    assert.equal(told.filter((type) => type === 'reset').length, 1);
    assert.equal(told.filter((type) => type === 'devices').length, 500);
    await close();
  });

  it('of a device that is gone are told to nobody', async () => {
    const { publisher, told, heard, close } = await listen();
    const changed = heard();
    publisher.alertsDeleted([5]);
    publisher.devicesChanged([1]);
    await changed;
    assert.deepEqual(told, ['devices']);
    await close();
  });
});

it('events of all devices at which the roles of people change are forgotten at once', async () => {
  const { db, close } = await openTestDatabase('sqlite');
  const bus = createBus({ now: clock, epoch: 'epoch' });
  const seen = (id: number) => bus.subscribe(id, () => {}, undefined);
  const [first, second] = [seen(1), seen(2)];
  for (const deviceId of [5, 6, 7]) {
    for (const userId of [1, 2]) bus.publish(userId, { type: 'devices', deviceId, data: {} });
  }
  const forgotten: number[][][] = [];
  const forgetDevices: typeof bus.forgetDevices = (...lists) => {
    forgotten.push(lists.map((list) => [...list]));
    bus.forgetDevices(...lists);
  };
  const publisher = createPublisher({ db, clock, log, bus: { ...bus, forgetDevices } });
  const { promise, resolve } = Promise.withResolvers<void>();
  bus.subscribe(3, () => resolve(), undefined);
  publisher.rolesChanged([5, 6], [2, 3]);
  await promise;
  assert.deepEqual(forgotten[0], [
    [5, 6],
    [2, 3],
  ]);
  assert.equal(forgotten.length, 1);
  const devicesOf = ({ lastId }: typeof first, id: number) =>
    bus.subscribe(id, () => {}, lastId).missed.length;
  // Person 2 has the event of the device that stayed, and that the list of devices has changed.
  assert.deepEqual([devicesOf(first, 1), devicesOf(second, 2)], [3, 2]);
  await close();
});

describeOnBothEngines('viewers of devices', (engine) => {
  const server = useTestServer({ engine });

  /** Devices of a new person each, with that person. */
  const newTanks = async (count: number) => {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) {
      const { token } = await registerUser(server);
      ids.push(Number((await registerDevice(server, token)).id));
    }
    const viewers = await findViewers(server.db.read, ids);
    return viewers.map(({ device_id, user_id }) => ({ deviceId: device_id, userId: user_id }));
  };

  it('hear no more of a device that they lost while too much waited', async () => {
    const [tank] = await newTanks(1);
    assert.ok(tank);
    const bus = createBus({ now: clock, epoch: 'epoch' });
    const publisher = createPublisher({ db: server.db, clock, log, bus });
    const told: string[] = [];
    const waiting: (() => void)[] = [];
    const hear = ({ type }: { type: string }) => {
      told.push(type);
      for (const resolve of waiting.splice(0)) resolve();
    };
    bus.subscribe(tank.userId, hear, undefined);
    const heard = () => new Promise<void>((resolve) => waiting.push(resolve));
    publisher.alertsDeleted([tank.deviceId]);
    while (!told.includes('alerts-read')) await heard();

    await server.db.write
      .deleteFrom('device_roles')
      .where('device_id', '=', tank.deviceId)
      .execute();
    for (let count = 0; count < 600; count++) publisher.devicesChanged([tank.userId]);
    publisher.rolesChanged([tank.deviceId], [tank.userId]);
    while (told.filter((type) => type === 'devices').length < 501) await heard();
    told.length = 0;
    publisher.alertsDeleted([tank.deviceId]);
    publisher.devicesChanged([tank.userId]);
    while (!told.includes('devices')) await heard();
    assert.deepEqual(told, ['devices']);
  });

  it('are known for all devices of a batch, also where it fills the cache', async () => {
    const tanks = await newTanks(3);
    const [first, second, third] = tanks.map(({ deviceId }) => deviceId);
    const viewers = new DeviceViewers(server.db.read, 2);
    await viewers.learn([first ?? 0, second ?? 0]);
    await viewers.learn([second ?? 0, third ?? 0]);
    for (const { deviceId, userId } of tanks.slice(1)) {
      assert.deepEqual(viewers.of(deviceId), [userId]);
    }
  });
});
