import { Type } from 'typebox';
import { actionsForUsers, actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Ids } from '../../kit/ids.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { actorOf } from '../device-log.ts';
import { findDeviceFor } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { giveKey } from './give-key.ts';
import { identityOf } from './identity.ts';
import { nameDevice } from './name-device.ts';
import { countDevices, findDeviceByIdentity, findDevices, findPrimaryDevice } from './queries.ts';
import { registerDevice } from './register-device.ts';
import { removeDevice } from './remove-device.ts';
import {
  Device,
  DeviceById,
  DeviceKey,
  Existence,
  ExistsQuery,
  KeyRequest,
  ListQuery,
  longestPage,
  Presence,
  presentDevice,
  Registration,
  Removed,
  Renaming,
} from './schemas.ts';

export type DevicesDeps = PublishDeps & {
  guard: Guard;
  ids: Ids;
  longReads: LongReads;
  /** The server's secret, of which device keys are derived. */
  secret: Buffer;
  /** How long after it was last heard of a device counts as online, in milliseconds. */
  onlineMs: number;
  deviceChanges: DeviceChanges;
};

const path = '/api/devices.php';

/** Document 1, section 4 "Devices". */
export function addDevicesRoutes(app: App, deps: DevicesDeps): void {
  const { db, clock, guard, onlineMs } = deps;
  const action = actionsForUsers(guard, 'Devices');
  const forViewers = actionsForViewers(guard, 'Devices');
  const moment = () => ({ now: clock(), onlineMs });

  app.get(
    path,
    forViewers('list', {
      summary: "The caller's devices, own and shared, in the order of registration",
      querystring: ListQuery,
      response: { 200: Type.Array(Device) },
    }),
    async (request, reply) => {
      const { limit = longestPage, after = 0 } = request.query;
      const viewer = guard.callerOf(request);
      const rows = await findDevices(db.longRead, viewer, { after, limit: limit + 1 });
      const devices = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'id' });
      return devices.map((device) => presentDevice(device, moment()));
    },
  );

  app.post(
    path,
    action('register', {
      summary: 'Register a device',
      body: Registration,
      response: {
        200: { ...Device, description: "Already the caller's own." },
        201: Device,
        ...fails(409),
      },
    }),
    async (request, reply) => {
      const by = actorOf(guard, request);
      const { device, isNew } = await registerDevice(deps, by, request.body.mac_or_serial);
      reply.code(isNew ? 201 : 200);
      return presentDevice(device, moment());
    },
  );

  app.get(
    path,
    forViewers('check', {
      summary: 'Whether the caller has devices, own or shared',
      response: { 200: Presence },
    }),
    async (request) => {
      const count = await countDevices(db.read, guard.callerOf(request));
      return { has_device: count > 0, count };
    },
  );

  app.get(
    path,
    forViewers('primary', {
      summary: 'The device that the caller registered first',
      response: { 200: Device, ...fails(404) },
    }),
    async (request) => {
      const device = await findPrimaryDevice(db.read, guard.callerOf(request));
      if (!device) throw failures.notFound('Device');
      return presentDevice(device, moment());
    },
  );

  app.get(
    path,
    action('exists', {
      summary: 'Whether a device is registered, and whether to the caller',
      querystring: ExistsQuery,
      response: { 200: Existence },
    }),
    async (request) => {
      const device = await findDeviceByIdentity(db.read, identityOf(request.query.mac));
      const { userId } = guard.callerOf(request);
      return { exists: device !== undefined, owned_by_me: device?.owner_id === userId };
    },
  );

  app.put(
    path,
    action('update-name', {
      summary: 'Name a device',
      body: Renaming,
      response: { 200: Device, ...fails(403, 404) },
    }),
    async (request) => {
      const device = await nameDevice(deps, actorOf(guard, request), request.body);
      return presentDevice(device, moment());
    },
  );

  app.delete(
    path,
    action('remove', {
      summary: 'Remove a device with all its data',
      querystring: DeviceById,
      response: { 200: Removed, ...fails(403, 404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'own', { userId }, request.query.id);
      await removeDevice(deps, actorOf(guard, request), device);
      return { id: String(device.id), removed: true as const };
    },
  );

  app.post(
    path,
    action('api-key', {
      summary: "The device's API key; rotates it, or makes it or its signature required, on demand",
      body: KeyRequest,
      response: { 200: DeviceKey, ...fails(403, 404) },
    }),
    async (request) => {
      const { device_id, ...wishes } = request.body;
      const deed = typeof wishes.only_signed === 'boolean' ? 'own' : 'manage';
      const device = await findDeviceFor(db, deed, guard.callerOf(request), device_id);
      return {
        device_id: String(device.id),
        api_key: await giveKey(deps, actorOf(guard, request), device, wishes),
      };
    },
  );
}
