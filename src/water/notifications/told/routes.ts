import { actionsForUsers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { findTold } from './find-told.ts';
import { Told, ToldQuery } from './schemas.ts';

type ToldDeps = { db: Database; guard: Guard };

/** Adds our operation beside those of document 1 on alerts. */
export function addToldRoutes(app: App, { db, guard }: ToldDeps): void {
  const action = actionsForUsers(guard, 'Alerts');

  app.get(
    '/api/alerts.php',
    action('told', {
      summary: 'Who was told of an alert, when, and whether it arrived',
      querystring: ToldQuery,
      response: { 200: Told, ...fails(403, 404) },
    }),
    async (request) =>
      await findTold(db.longRead, guard.callerOf(request).userId, request.query.id),
  );
}
