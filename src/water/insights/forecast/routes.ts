import type { FastifyRequest } from 'fastify';
import { actionsForViewers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import type { LongReads } from '../../../kit/http/long-reads.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { deviceFinder, readerOf } from '../../guards.ts';
import { insightsPath } from '../insight.ts';
import { readForecast } from './read-forecast.ts';
import type { Asked } from './read-past.ts';
import { readUsual } from './read-usual.ts';
import { Forecast, InsightQuery, Usual } from './schemas.ts';

export type ForecastDeps = { db: Database; clock: Clock; guard: Guard; longReads: LongReads };

/** Adds our own operations on the usual use of a tank and on its forecast, in the manner of document 1. */
export function addForecastRoutes(app: App, deps: ForecastDeps): void {
  const { guard } = deps;
  const answers = answersWith(deps);
  const action = actionsForViewers(guard, 'Insights');

  app.get(
    insightsPath,
    action('forecast', {
      summary: 'When each tank will be empty or full',
      querystring: InsightQuery,
      response: { 200: Forecast, ...fails(404) },
    }),
    answers(readForecast),
  );

  app.get(
    insightsPath,
    action('usual', {
      summary: 'What is usually used in each hour of the week',
      querystring: InsightQuery,
      response: { 200: Usual, ...fails(404) },
    }),
    answers(readUsual),
  );
}

type InsightRequest = FastifyRequest<{ Querystring: InsightQuery }>;

/** Makes handlers that read something of a device that the caller may see, in the caller's time zone. */
function answersWith({ db, clock, guard, longReads }: ForecastDeps) {
  const deviceOf = deviceFinder('see', guard, db);
  return <Answer>(read: (db: Database, asked: Asked) => Promise<Answer>) =>
    async (request: InsightRequest): Promise<Answer> => {
      const { timezone } = guard.callerOf(request);
      const device = await deviceOf(request);
      const { sensor_name: sensorName } = request.query;
      return await longReads.whole(readerOf(guard, request), (signal) =>
        read(db, { device, sensorName, timezone, now: clock(), signal }),
      );
    };
}
