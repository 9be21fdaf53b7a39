import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import type { RegisteredUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Share, useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { randomIds } from '../../kit/ids.ts';
import { type Device, findDeviceFor } from '../guards.ts';
import { removeSensor } from '../sensors/remove-sensor.ts';
import { giveKey } from './give-key.ts';
import { removeDevice } from './remove-device.ts';
import { replaceDevice } from './replace-device.ts';

describeOnBothEngines('a device that changes hands amid a request', (engine) => {
  const { server, newPerson, call, accept, devicesOf } = useSharingDesk(engine);

  /** A device as its former owner's request has read it, and its new owner. */
  const handedOver = async () => {
    const owner = await newPerson();
    const { id, mac_or_serial } = await registerDevice(server, owner.token);
    const form = { mac_address: mac_or_serial, water_level_percent: 50 };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    const device = await findDeviceFor(server.db, 'own', { userId: Number(owner.user.id) }, id);
    const heir = await newPerson();
    const offer = { device_id: id, email: heir.email, keep_history: true };
    const { body } = await call(owner.token, 'POST', 'transfer', offer);
    assert.equal((await accept(heir, (body as Share).id)).status, 200);
    return { owner, device, heir };
  };
  const deps = () => ({
    db: server.db,
    clock: () => server.clock.now,
    ids: randomIds,
    secret: Buffer.alloc(32),
    timers: createTestTimers(),
    log: pino({ level: 'silent' }),
    deviceChanges: { forget: () => assert.fail('it was changed') } as never,
    publisher: {} as never,
    commandMs: 1,
    staleOnMs: 1,
  });
  const tries: Record<string, (by: { userId: number }, device: Device) => Promise<unknown>> = {
    'is not removed': (by, device) => removeDevice(deps(), by as never, device),
    'keeps its sensors': (by, device) => removeSensor(deps(), by as never, device, 'main'),
    'keeps its key': (by, device) => giveKey(deps(), by as never, device, { rotate: true }),
    'keeps its hardware': (by, device) =>
      replaceDevice(deps(), by as never, device, { macOrSerial: 'KSM-90210-X', rotate: true }),
  };
  const keyOf = async ({ token }: RegisteredUser, id: number) =>
    (await call(token, 'GET', 'key', `&id=${id}`)).body;

  for (const [what, attempt] of Object.entries(tries)) {
    it(`${what} by its former owner`, async () => {
      const { owner, device, heir } = await handedOver();
      const before = [await devicesOf(heir), await keyOf(heir, device.id)];
      await assert.rejects(
        attempt({ userId: Number(owner.user.id) }, device),
        (error) => error instanceof ApiError && error.status === 404,
      );
      assert.deepEqual([await devicesOf(heir), await keyOf(heir, device.id)], before);
      const sensors = await server.db.read
        .selectFrom('sensors')
        .select('name')
        .where('device_id', '=', device.id)
        .execute();
      assert.deepEqual(sensors, [{ name: 'main' }]);
    });
  }
});
