import { type Static, Type } from 'typebox';
import { actionsForViewers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { doors } from '../../../db/tables/device-tables.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { FormObject, Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { DeviceId } from '../../fields.ts';
import { deviceFinder } from '../../guards.ts';
import { findArrivals } from './queries.ts';

const MqttDoor = Type.Object(
  {
    host: Nullable(Type.String(), { description: 'Null where it is the host of this server.' }),
    port: Nullable(Type.Integer()),
    tls_port: Nullable(Type.Integer()),
    websocket_path: Nullable(Type.String()),
  },
  { description: 'Where boards reach this server by MQTT.' },
);
export type MqttDoor = Static<typeof MqttDoor>;

const DoorsAnswer = Named(
  'DeviceDoors',
  Type.Object({
    arrivals: Type.Array(
      Type.Object({
        door: OneOf(doors, {
          description:
            'The way by which readings came; `signed` over HTTP, `api` from a person or a program.',
        }),
        first_at: Instant,
        last_at: { ...Instant, description: 'Give or take an hour.' },
      }),
    ),
    mqtt: Nullable(MqttDoor, { description: 'Null where this server does not speak MQTT.' }),
  }),
);

type ArrivalRoutesDeps = { db: Database; guard: Guard; mqtt?: MqttDoor | undefined };

/** For whoever connects a device: which doors the server has, and by which of them its readings have come. */
export function addArrivalRoutes(app: App, { db, guard, mqtt }: ArrivalRoutesDeps) {
  const forViewers = actionsForViewers(guard, 'Devices');
  const deviceOf = deviceFinder('see', guard, db);

  app.get(
    '/api/devices.php',
    forViewers('doors', {
      summary: 'The doors by which readings of a device have come',
      querystring: FormObject({ device_id: DeviceId }),
      response: { 200: DoorsAnswer, ...fails(404) },
    }),
    async (request) => {
      const { id } = await deviceOf(request);
      const arrivals = await findArrivals(db.readWhole, id);
      return {
        arrivals: arrivals.map(({ door, first_at, last_at }) => ({
          door,
          first_at: toIso(first_at),
          last_at: toIso(last_at),
        })),
        mqtt: mqtt ?? null,
      };
    },
  );
}
