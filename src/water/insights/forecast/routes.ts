import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { fails } from '../../../kit/api/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import type { LongReads } from '../../../kit/http/long-reads.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { findsDeviceTo, readerOf } from '../../guards.ts';
import { readForecast } from './read-forecast.ts';
import { readUsual } from './read-usual.ts';
import { Forecast, InsightQuery, Usual } from './schemas.ts';

export type ForecastDeps = { db: Database; clock: Clock; guard: Guard; longReads: LongReads };

const path = '/api/insights.php';
const about = { tags: ['Insights'], security: [{ bearer: [] }] };

/** Ours, in the manner of document 1: what is usual of a tank's use, and what follows for the time to come. */
export function addForecastRoutes(app: App, deps: ForecastDeps): void {
  const { db, clock, guard, longReads } = deps;
  const deviceOf = findsDeviceTo('see', guard, db.read);

  app.get(
    path,
    {
      onRequest: guard.requireUser,
      constraints: { action: 'forecast' },
      schema: {
        ...about,
        summary: 'When each tank will be empty or full',
        querystring: InsightQuery,
        response: { 200: Forecast, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { timezone } = guard.callerOf(request);
      const device = await deviceOf(request);
      const { sensor_name: sensorName } = request.query;
      return await longReads.whole(readerOf(guard, request), (signal) =>
        readForecast(db, { device, sensorName, timezone, now: clock(), signal }),
      );
    },
  );

  app.get(
    path,
    {
      onRequest: guard.requireUser,
      constraints: { action: 'usual' },
      schema: {
        ...about,
        summary: 'What is usually used in each hour of the week',
        querystring: InsightQuery,
        response: { 200: Usual, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { timezone } = guard.callerOf(request);
      const device = await deviceOf(request);
      const { sensor_name: sensorName } = request.query;
      return await longReads.whole(readerOf(guard, request), (signal) =>
        readUsual(db, { device, sensorName, timezone, now: clock(), signal }),
      );
    },
  );
}
