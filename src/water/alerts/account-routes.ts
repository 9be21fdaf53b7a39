import { Type } from 'typebox';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import { findDeviceTo } from '../guards.ts';
import { findListedIncidents, findListedSeenBy } from './listed-incidents.ts';
import type { AlertsDeps } from './routes.ts';
import { AccountListQuery, Alert, presentAlert, usualPage } from './schemas.ts';

type AccountAlertsDeps = Pick<AlertsDeps, 'db' | 'guard'>;

/** Beyond document 1, which lists alerts device by device: those of all devices together. */
export function addAccountAlertsRoutes(app: App, { db, guard }: AccountAlertsDeps): void {
  app.get(
    '/api/alerts',
    {
      onRequest: guard.requireUser,
      schema: {
        tags: ['Alerts'],
        security: [{ bearer: [] }],
        summary: "The alerts of all the caller's devices, own and shared, newest first",
        querystring: AccountListQuery,
        response: { 200: Type.Array(Alert), ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { userId, language } = guard.callerOf(request);
      const { device_id, severity, unread } = request.query;
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const selection = { before, limit: limit + 1, severity, unread: unread === 'true' };
      const device =
        device_id === undefined ? undefined : await findDeviceTo(db.read, 'see', userId, device_id);
      const rows = device
        ? await findListedIncidents(db.longRead, userId, device.id, selection)
        : await findListedSeenBy(db.longRead, userId, selection);
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map((row) =>
        presentAlert(row, language),
      );
    },
  );
}
