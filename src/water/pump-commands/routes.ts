import { Type } from 'typebox';
import { actionsForUsers, actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPage } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { actorOf } from '../device-log.ts';
import { deviceFinder, findDeviceFor } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import type { CommandLives } from '../pumps/pump-switch.ts';
import { changeCommand } from './change-command.ts';
import { clearLatch } from './clear-latch.ts';
import { findCommands, findStandingCommands } from './queries.ts';
import {
  Command,
  ListQuery,
  OfDevice,
  OfPump,
  Order,
  PumpCleared,
  presentCommand,
} from './schemas.ts';
import { sendCommand } from './send-command.ts';

export type PumpCommandsDeps = PublishDeps &
  CommandLives & { guard: Guard; sensorsPerDevice: number };

const path = '/api/pump_commands.php';

/** Adds the operations of document 1, section 4 "Pump commands"; the states are in its section 3. */
export function addPumpCommandsRoutes(app: App, deps: PumpCommandsDeps): void {
  const { db, clock, guard } = deps;
  const action = actionsForUsers(guard, 'Pump commands');
  const forViewers = actionsForViewers(guard, 'Pump commands');
  const deviceOf = deviceFinder('see', guard, db);
  const operableOf = deviceFinder('operate', guard, db);

  app.get(
    path,
    forViewers('list', {
      summary: "A device's commands, newest first",
      querystring: ListQuery,
      response: { 200: Type.Array(Command), ...fails(404) },
    }),
    async (request, reply) => {
      const { id } = await deviceOf(request);
      const commands = await findPage(request, reply, (page) =>
        findCommands(db.longRead, id, page),
      );
      const now = clock();
      return commands.map((command) => presentCommand(command, now));
    },
  );

  app.get(
    path,
    forViewers('pending', {
      summary: 'The commands that wait for a device, oldest first',
      querystring: OfDevice,
      response: { 200: Type.Array(Command), ...fails(404) },
    }),
    async (request) => {
      const device = await deviceOf(request);
      const now = clock();
      const commands = await findStandingCommands(db.read, device.id, now);
      return commands.map((command) => presentCommand(command, now));
    },
  );

  app.post(
    path,
    forViewers('send', {
      summary: 'Send a pump command',
      body: Order,
      response: { 201: Command, ...fails(403, 404, 409) },
    }),
    async (request, reply) => {
      const viewer = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', viewer, request.body.device_id);
      const command = await sendCommand(deps, actorOf(guard, request), device, request.body);
      reply.code(201);
      return presentCommand(command, clock());
    },
  );

  app.put(
    path,
    forViewers('mark-executed', {
      summary: 'Mark a pending command executed',
      querystring: ById,
      response: { 200: Command, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const now = clock();
      const change = { id: request.query.id, event: 'execute', now } as const;
      return presentCommand(await changeCommand(deps, actorOf(guard, request), change), now);
    },
  );

  app.delete(
    path,
    forViewers('cancel', {
      summary: 'Cancel a pending command',
      querystring: ById,
      response: { 200: Command, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const now = clock();
      const change = { id: request.query.id, event: 'cancel', now } as const;
      return presentCommand(await changeCommand(deps, actorOf(guard, request), change), now);
    },
  );
  app.put(
    path,
    action('clear-latch', {
      summary: 'Let the server switch a pump on again that ran dry',
      querystring: OfPump,
      response: { 200: PumpCleared, ...fails(403, 404) },
    }),
    async (request) => {
      const device = await operableOf(request);
      const { sensor_name } = request.query;
      const pump = { deviceId: device.id, sensorName: sensor_name };
      await clearLatch(db, actorOf(guard, request), pump, clock());
      return { device_id: String(device.id), sensor_name, latched: false as const };
    },
  );
}
