import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { findDeviceFor } from '../guards.ts';
import { findListedIncidents, findListedSeenBy } from './listed-incidents.ts';
import type { AlertsDeps } from './routes.ts';
import { AccountListQuery, Alert, presentAlert } from './schemas.ts';

type AccountAlertsDeps = Pick<AlertsDeps, 'db' | 'guard'>;

/** Adds the list of alerts of all devices together, beyond document 1, which lists them device by device. */
export function addAccountAlertsRoutes(app: App, { db, guard }: AccountAlertsDeps): void {
  const operation = operationsForUsers(guard, 'Alerts');

  app.get(
    '/api/alerts',
    operation({
      summary: "The alerts of all the caller's devices, own and shared, newest first",
      querystring: AccountListQuery,
      response: { 200: Type.Array(Alert), ...fails(404) },
    }),
    async (request, reply) => {
      const { userId, language } = guard.callerOf(request);
      const { device_id, severity, unread } = request.query;
      const device =
        device_id === undefined ? undefined : await findDeviceFor(db, 'see', userId, device_id);
      const rows = await findPage(request, reply, (page) => {
        const selection = { ...page, severity, unread: unread === 'true' };
        return device
          ? findListedIncidents(db.longRead, userId, device.id, selection)
          : findListedSeenBy(db.longRead, userId, selection);
      });
      return rows.map((row) => presentAlert(row, language));
    },
  );
}
