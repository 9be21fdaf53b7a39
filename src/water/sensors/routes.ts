import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api-error.ts';
import type { App } from '../../kit/app.ts';
import type { Clock } from '../../kit/clock.ts';
import { fails } from '../../kit/failure-schema.ts';
import { parseInstant, toIso } from '../../kit/instant.ts';
import { linkToNext } from '../../kit/next-page.ts';
import { Type } from '../../kit/type.ts';
import { findOwnDevice, guardDeviceRows, guardDevices } from '../guards.ts';
import { hourMs } from '../record/rollup.ts';
import { readHistory } from './history.ts';
import { findLatestReadings } from './queries.ts';
import { presentReading, Reading } from './reading-schema.ts';
import { type RecordReadingDeps, recordReading } from './record-reading.ts';
import {
  HistoryQuery,
  NewReadingBody,
  OfDevice,
  SensorSummary,
  SummaryQuery,
  usualHours,
  WrittenReadings,
} from './schemas.ts';
import { summarise } from './summary.ts';
import { thinningOf } from './thinned-pages.ts';

export type SensorsDeps = RecordReadingDeps & { db: Database; clock: Clock; guard: Guard };

const path = '/api/sensors.php';
const about = { tags: ['Sensors'], security: [{ bearer: [] }] };

/** Document 1, section 4 "Sensors". */
export function addSensorsRoutes(app: App, deps: SensorsDeps): void {
  const { db, clock, guard, recorder } = deps;
  const onRequest = guard.requireUser;
  const devices = guardDevices(guard, db.read);
  const latest = guardDeviceRows(guard, db.read, (deviceId, ownerId) =>
    findLatestReadings(db.read, deviceId, ownerId),
  );

  app.get(
    path,
    {
      constraints: { action: 'latest' },
      onRequest: latest.requireUser,
      schema: {
        ...about,
        summary: 'The latest reading of each sensor of a device',
        querystring: OfDevice,
        response: { 200: Type.Array(Reading), ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      return latest.rowsOf(request).map((reading) => presentReading(reading));
    },
  );

  app.get(
    path,
    {
      constraints: { action: 'history' },
      onRequest: devices.requireUser,
      schema: {
        ...about,
        summary: 'The readings of the last hours, oldest first',
        querystring: HistoryQuery,
        response: { 200: WrittenReadings, ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { hours = usualHours, sensor_name: sensorName, after, points } = request.query;
      const since = clock() - hours * hourMs;
      const from = after === undefined ? since : Math.max(since, readAfter(after) + 1);
      const device = devices.ownDeviceOf(request);
      await recorder.settle(device.id);
      const thinning = thinningOf(points, reply);
      const history = await readHistory(db, { deviceId: device.id, sensorName, from, thinning });
      if (history.moreAfter !== null) {
        linkToNext(request, reply, 'after', toIso(history.moreAfter));
      }
      return reply.type('application/json; charset=utf-8').send(history.text);
    },
  );

  app.post(
    path,
    {
      constraints: { action: 'reading' },
      onRequest,
      schema: {
        ...about,
        summary: 'Record a reading',
        body: NewReadingBody,
        response: { 201: Reading, ...fails(400, 401, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const device = await findOwnDevice(db.read, userId, request.body.device_id);
      const recorded = await recordReading(deps, device.id, request.body);
      reply.code(201);
      return presentReading(recorded);
    },
  );

  app.get(
    path,
    {
      constraints: { action: 'summary' },
      onRequest: devices.requireUser,
      schema: {
        ...about,
        summary: 'Average, minimum and maximum of each sensor in the last hours',
        querystring: SummaryQuery,
        response: { 200: Type.Array(SensorSummary), ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { hours = usualHours } = request.query;
      const device = devices.ownDeviceOf(request);
      await recorder.settle(device.id);
      return await summarise(db.longRead, device.id, clock() - hours * hourMs);
    },
  );
}

function readAfter(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) {
    const message = 'must be an ISO 8601 date-time with a time zone';
    throw failures.invalid([{ field: 'after', message }]);
  }
  return instant;
}
