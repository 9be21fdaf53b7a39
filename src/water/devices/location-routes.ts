import { actionsForUsers, actionsForViewers } from '../../accounts/declared-operations.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { App } from '../../kit/http/app.ts';
import { actorOf } from '../device-log.ts';
import { findDeviceFor, readerOf } from '../guards.ts';
import { allowSilence } from './allow-silence.ts';
import { findFixes } from './find-fixes.ts';
import { placeDevice } from './place-device.ts';
import { findDevice } from './queries.ts';
import type { DevicesDeps } from './routes.ts';
import {
  Device,
  DeviceById,
  Placing,
  presentDevice,
  presentWhereabouts,
  Silencing,
  Whereabouts,
} from './schemas.ts';

const path = '/api/devices.php';

/** The document's "last 10 GPS readings". */
const fixesShown = 10;

/** What their people say of devices, beside their names: where they are, and how long they may be silent. */
export function addLocationRoutes(app: App, deps: DevicesDeps): void {
  const { db, clock, guard, longReads, onlineMs } = deps;
  const action = actionsForUsers(guard, 'Devices');
  const forViewers = actionsForViewers(guard, 'Devices');
  const moment = () => ({ now: clock(), onlineMs });

  app.get(
    path,
    forViewers('location', {
      summary: 'Where a device is, and its last ten GPS readings',
      querystring: DeviceById,
      response: { 200: Whereabouts, ...fails(404) },
    }),
    async (request) => {
      const viewer = guard.callerOf(request);
      const { id } = await findDeviceFor(db, 'see', viewer, request.query.id);
      const device = await findDevice(db.read, viewer.userId, id);
      // It may have been removed meanwhile.
      if (!device) throw failures.notFound('Device');
      const { located_at: locatedAt } = device;
      if (locatedAt === null) return presentWhereabouts(device, [], moment());
      const fixes = await longReads.whole(readerOf(guard, request), (signal) =>
        findFixes(db, { deviceId: id, locatedAt, limit: fixesShown }, signal),
      );
      return presentWhereabouts(device, fixes, moment());
    },
  );

  app.put(
    path,
    action('update-location', {
      summary: 'Say where a device stands',
      body: Placing,
      response: { 200: Device, ...fails(403, 404) },
    }),
    async (request) => {
      const device = await placeDevice(deps, actorOf(guard, request), request.body);
      return presentDevice(device, moment());
    },
  );

  app.put(
    path,
    action('update-silence', {
      summary: 'Say how long a device may be silent before it is offline',
      body: Silencing,
      response: { 200: Device, ...fails(403, 404) },
    }),
    async (request) => {
      const device = await allowSilence(deps, actorOf(guard, request), request.body);
      return presentDevice(device, moment());
    },
  );
}
