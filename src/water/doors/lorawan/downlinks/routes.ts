import { Type } from 'typebox';
import { operationsForUsers } from '../../../../accounts/declared-operations.ts';
import type { Guard } from '../../../../accounts/guard.ts';
import type { Database } from '../../../../db/database.ts';
import { type Destinations, readPostUrl } from '../../../../delivery/destinations.ts';
import { type FieldError, failures } from '../../../../kit/api/failures/api-error.ts';
import { fails } from '../../../../kit/api/failures/failure-schema.ts';
import { fault } from '../../../../kit/api/failures/faults.ts';
import { ById } from '../../../../kit/api/schema/schema.ts';
import type { App } from '../../../../kit/http/app.ts';
import type { Clock } from '../../../../kit/time/clock.ts';
import { findDeviceFor } from '../../../guards.ts';
import { readDevEui } from '../uplink.ts';
import { removePump, setPump } from './change-pump.ts';
import { lengthOf, limitsTime, mostBytes } from './frames.ts';
import {
  deletePumpsOf,
  deleteServer,
  findDownlinks,
  findPumpOf,
  findPumps,
  findServers,
  isServerInUse,
  type PumpInUse,
  saveServer,
} from './queries.ts';
import { readyFrames } from './ready-frames.ts';
import {
  NewPump,
  NewServer,
  PumpAnswer,
  PumpsAnswer,
  presentPump,
  presentServer,
  ServerAnswer,
} from './schemas.ts';

export type DownlinkRoutesDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  destinations: Destinations;
  /** Seals an API key for storage. */
  seal: (userId: number, key: string) => string;
};

const path = '/api/lorawan';
const mostPumps = 500;

/** Ours: where downlinks go, and how the commands of a pump are written. */
export function addDownlinkRoutes(app: App, deps: DownlinkRoutesDeps): void {
  addServerRoutes(app, deps);
  addPumpRoutes(app, deps);
}

function addServerRoutes(app: App, deps: DownlinkRoutesDeps): void {
  const { db, clock, guard, destinations, seal } = deps;
  const operation = operationsForUsers(guard, 'LoRaWAN');

  app.get(
    `${path}/servers`,
    operation({
      summary: 'List the network servers that take downlinks',
      response: { 200: Type.Array(ServerAnswer) },
    }),
    async (request) =>
      (await findServers(db.read, guard.callerOf(request).userId)).map(presentServer),
  );

  app.put(
    `${path}/servers`,
    operation({
      summary: 'Set where downlinks of a kind of network server go',
      body: NewServer,
      response: { 200: ServerAnswer },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { network, api_key, webhook_id = null } = request.body;
      if (network === 'tts' && webhook_id === null)
        throw failures.invalidField('webhook_id', fault('required'));
      const row = await saveServer(db.write, {
        user_id: userId,
        network,
        url: readPostUrl(request.body.url, destinations),
        webhook_id: network === 'tts' ? webhook_id : null,
        sealed_key: seal(userId, api_key),
        changed_at: clock(),
      });
      return presentServer(row);
    },
  );

  app.delete(
    `${path}/servers/:id`,
    operation({
      summary: 'Remove a network server that no pump uses',
      params: ById,
      response: { 200: ServerAnswer, ...fails(404, 409) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { id } = request.params;
      const server = await db.transaction(async (trx) => {
        const removed = await deleteServer(trx, userId, id);
        if (!removed) throw failures.notFound('Network server');
        if (await isServerInUse(trx, id)) {
          const message = 'Pumps use this network server; remove those first.';
          throw failures.conflict('network_server_in_use', message);
        }
        await deletePumpsOf(trx, id);
        return removed;
      });
      return presentServer(server);
    },
  );
}

function addPumpRoutes(app: App, { db, clock, guard }: DownlinkRoutesDeps): void {
  const operation = operationsForUsers(guard, 'LoRaWAN');
  const present = async (pump: PumpInUse | undefined) => {
    // It may have been removed meanwhile.
    if (!pump) throw failures.notFound('Pump');
    return presentPump(pump, (await findDownlinks(db.readWhole, [pump.device_id])).at(-1));
  };

  app.get(
    `${path}/pumps`,
    operation({
      summary: 'List how the commands of pumps are written: ready frames, and those of the account',
      response: { 200: PumpsAnswer },
    }),
    async (request): Promise<PumpsAnswer> => {
      const { userId } = guard.callerOf(request);
      const own = await findPumps(db.read, { userId, after: 0, limit: mostPumps });
      const ids = own.map(({ device_id }) => device_id);
      const downlinks = ids.length > 0 ? await findDownlinks(db.read, ids) : [];
      const last = new Map(downlinks.map((each) => [each.device_id, each]));
      return {
        ready: [...readyFrames],
        own: own.map((pump) => presentPump(pump, last.get(pump.device_id))),
      };
    },
  );

  app.put(
    `${path}/pumps`,
    operation({
      summary: 'Set how the commands of a pump are written',
      body: NewPump,
      response: { 200: PumpAnswer, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const caller = guard.callerOf(request);
      const { body } = request;
      const device = await findDeviceFor(db, 'own', caller, body.device_id);
      refuseWrong(body, device.mac_or_serial);
      await setPump({ db, clock }, device, body);
      return await present(await findPumpOf(db.readWhole, device.id));
    },
  );

  app.delete(
    `${path}/pumps/:id`,
    operation({
      summary: 'Remove how the commands of a pump are written',
      params: ById,
      response: { 200: PumpAnswer, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const caller = guard.callerOf(request);
      const device = await findDeviceFor(db, 'own', caller, String(request.params.id));
      return presentPump(await removePump({ db, clock }, device.id), undefined);
    },
  );
}

/** @throws ApiError 400 that names each field that is wrong. */
function refuseWrong(body: NewPump, macOrSerial: string): void {
  const faults: FieldError[] = [];
  if (!readDevEui(macOrSerial)) faults.push({ field: 'device_id', message: fault('noDevEui') });
  for (const field of ['on', 'off'] as const) {
    if (lengthOf(body[field]) > mostBytes)
      faults.push({ field, message: fault('mostBytes', { limit: mostBytes }) });
  }
  if (!limitsTime(body.on) && !body.stops_by_itself) {
    faults.push({ field: 'on', message: fault('endless', { place: '{s2}' }) });
  }
  if (faults.length > 0) throw failures.invalid(faults);
}
