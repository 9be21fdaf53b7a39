import { Type } from 'typebox';
import { actionsForUsers, actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { linkToNext } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { parseQueryInstant, toIso } from '../../kit/time/instant.ts';
import { hourMs } from '../../kit/time/units.ts';
import { actorOf } from '../device-log.ts';
import { deviceFinder, findDeviceFor, readerOf } from '../guards.ts';
import { openHistory } from './history/history.ts';
import { frames } from './history/reading-file.ts';
import { findLatestReadings } from './queries.ts';
import { presentReading, Reading } from './reading-schema.ts';
import { type RecordReadingDeps, recordReading, recordReadings } from './record-reading.ts';
import { type RemoveSensorDeps, removeSensor } from './remove-sensor.ts';
import {
  HistoryQuery,
  NewReadingBody,
  OfDevice,
  OfSensor,
  ReadingListAnswer,
  Removed,
  SensorSummary,
  SummaryQuery,
  usualHours,
  WrittenReadings,
} from './schemas.ts';
import { summarise } from './summary.ts';

export type SensorsDeps = RecordReadingDeps &
  RemoveSensorDeps & {
    db: Database;
    clock: Clock;
    guard: Guard;
    longReads: LongReads;
  };

const path = '/api/sensors.php';

/** A thousand readings with every field that there is. */
const listLimit = 1_048_576;

/** Adds the operations of document 1, section 4 "Sensors", and the removal of one. */
export function addSensorsRoutes(app: App, deps: SensorsDeps): void {
  const { db, clock, guard, longReads } = deps;
  const action = actionsForUsers(guard, 'Sensors');
  const forViewers = actionsForViewers(guard, 'Sensors');
  const deviceOf = deviceFinder('see', guard, db);

  app.get(
    path,
    forViewers('latest', {
      summary: 'The latest reading of each sensor of a device',
      querystring: OfDevice,
      response: { 200: Type.Array(Reading), ...fails(404) },
    }),
    async (request) => {
      const { id } = await deviceOf(request);
      const latest = await findLatestReadings(db.read, id);
      return latest.map((reading) => presentReading(reading));
    },
  );

  app.get(
    path,
    {
      // A HEAD would read everything that the GET sends.
      exposeHeadRoute: false,
      ...forViewers('history', {
        summary: 'The readings of the last hours, oldest first',
        querystring: HistoryQuery,
        response: { 200: WrittenReadings, ...fails(404) },
      }),
    },
    async (request, reply) => {
      const { hours = usualHours, sensor_name: sensorName, after, points } = request.query;
      const since = clock() - hours * hourMs;
      const from = after === undefined ? since : Math.max(since, readAfter(after) + 1);
      const device = await deviceOf(request);
      const selection = { deviceId: device.id, sensorName, from, points };
      const reader = readerOf(guard, request);
      const { content, moreAfter } = await longReads.written(reader, (signal) =>
        openHistory(db, selection, signal),
      );
      if (moreAfter !== null) linkToNext(request, reply, 'after', toIso(moreAfter));
      return reply.type(frames.json.type).send(content);
    },
  );

  app.post(
    path,
    {
      bodyLimit: listLimit,
      ...forViewers('reading', {
        summary: 'Record a reading, or a list of them',
        description: 'What is wrong in a list is refused by itself.',
        body: NewReadingBody,
        response: { 200: ReadingListAnswer, 201: Reading, ...fails(403, 404, 409) },
      }),
    },
    async (request, reply) => {
      const viewer = guard.callerOf(request);
      const { device_id, sensor_name, readings, ...read } = request.body;
      const device = await findDeviceFor(db, 'operate', viewer, device_id);
      if (readings) return await recordReadings(deps, device.id, { sensor_name, readings });
      // The schema asks for it of a single reading.
      const reading = { ...read, sensor_name: sensor_name as string };
      const recorded = await recordReading(deps, device.id, reading);
      reply.code(201);
      return presentReading(recorded);
    },
  );

  app.get(
    path,
    forViewers('summary', {
      summary: 'Average, minimum and maximum of each sensor in the last hours',
      querystring: SummaryQuery,
      response: { 200: Type.Array(SensorSummary), ...fails(404) },
    }),
    async (request) => {
      const { hours = usualHours } = request.query;
      const device = await deviceOf(request);
      const from = clock() - hours * hourMs;
      return await longReads.whole(readerOf(guard, request), (signal) =>
        summarise(db, { deviceId: device.id, from }, signal),
      );
    },
  );

  app.delete(
    path,
    action('remove', {
      summary: 'Remove a sensor with all its data',
      querystring: OfSensor,
      response: { 200: Removed, ...fails(403, 404) },
    }),
    async (request) => {
      const { device_id, sensor_name } = request.query;
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'manage', { userId }, device_id);
      await removeSensor(deps, actorOf(guard, request), device, sensor_name);
      return { device_id, sensor_name, removed: true as const };
    },
  );
}

function readAfter(text: string): number {
  const instant = parseQueryInstant(text);
  if (instant === undefined) {
    const message = fault('zoned');
    throw failures.invalidField('after', message);
  }
  return instant;
}
