import { type Static, Type } from 'typebox';
import { actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage, PageLimit, usualPage } from '../../kit/api/page.ts';
import { ById, FormObject, Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIsoOrNull } from '../../kit/time/instant.ts';
import {
  Device,
  ListQuery as DevicesQuery,
  type Moment,
  presentDevice,
} from '../devices/schemas.ts';
import { tankFields } from '../reading-field-schemas.ts';
import { presenterOf } from '../reading-values.ts';
import { type AlertDeviceRecord, findAlertDevices } from './alert-devices.ts';
import { findAlertSeenBy } from './find-alert.ts';

const Query = FormObject({
  id: ById.properties.id,
  limit: PageLimit(),
  after: DevicesQuery.properties.after,
  silent: Type.Optional(
    OneOf(['true', 'false'], {
      description: 'Only devices that are silent still, or only those that are back.',
    }),
  ),
});

const { device_name, mac_or_serial, online, last_seen_at, location, role } = Device.properties;

const AlertDevice = Named(
  'AlertDevice',
  Type.Object({
    device_id: Type.String(),
    device_name,
    mac_or_serial,
    online,
    last_seen_at,
    location,
    role,
    silent_since: Nullable({
      ...Instant,
      description: 'When it was last seen before it fell silent; `null` where that is not known.',
    }),
    back_at: Nullable({
      ...Instant,
      description: 'When it was seen again, or left the outage; `null` while it is silent.',
    }),
    sensors: Type.Array(
      Type.Object({
        sensor_name: Type.String(),
        level: tankFields.level,
        status: tankFields.status,
        recorded_at: Nullable(Instant),
      }),
      { description: 'Their newest readings.' },
    ),
  }),
);

type Deps = { db: Database; clock: Clock; guard: Guard; onlineMs: number };

/** Adds our operation beside those of document 1 on alerts: the devices that an outage is about. */
export function addAlertDevicesRoute(app: App, { db, clock, guard, onlineMs }: Deps): void {
  const action = actionsForViewers(guard, 'Alerts');

  app.get(
    '/api/alerts.php',
    action('devices', {
      summary: 'The devices of an alert that the caller may see: of an outage, each of them',
      querystring: Query,
      response: { 200: Type.Array(AlertDevice), ...fails(404) },
    }),
    async (request, reply) => {
      const viewer = guard.callerOf(request);
      const { id, limit = usualPage, after = 0, silent } = request.query;
      const alert = await findAlertSeenBy(db.longRead, viewer, id);
      if (!alert) throw failures.notFound('Alert');
      const isSilent = silent === undefined ? undefined : silent === 'true';
      const rows = await findAlertDevices(db, viewer, alert, {
        after,
        limit: limit + 1,
        silent: isSilent,
      });
      const devices = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'id' });
      const moment = { now: clock(), onlineMs };
      return devices.map((device) => present(device, moment));
    },
  );
}

const presentStatus = presenterOf({ column: 'status' });

function present(device: AlertDeviceRecord, moment: Moment): Static<typeof AlertDevice> {
  const { id, device_name, mac_or_serial, online, last_seen_at, location, role } = presentDevice(
    device,
    moment,
  );
  return {
    device_id: id,
    device_name,
    mac_or_serial,
    online,
    last_seen_at,
    location,
    role,
    silent_since: toIsoOrNull(device.silent_since),
    back_at: toIsoOrNull(device.back_at),
    sensors: device.sensors.map(({ name, level, status, recorded_at }) => ({
      sensor_name: name,
      level,
      status: presentStatus(status) as 'normal' | 'warning' | 'critical' | null,
      recorded_at: toIsoOrNull(recorded_at),
    })),
  };
}
