import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { requireRecord } from '../guards.ts';
import {
  acknowledge,
  findReadIncidents,
  type Incident,
  type ReadIncident,
  type RowKey,
  snooze,
} from '../incidents/queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { findAlertSeenBy } from './find-alert.ts';

type AnswerDeps = { db: Database; clock: Clock; publisher: Pick<LivePublisher, 'alertsRaised'> };

/**
 * Notes that a person takes an alert upon himself.
 * @throws ApiError 404 where the person sees no such alert, 403 where the person may not operate its device.
 */
export async function acknowledgeAlert(
  deps: AnswerDeps,
  userId: number,
  id: number,
): Promise<ReadIncident> {
  const now = deps.clock();
  return await changeAlert(deps, userId, id, (key) =>
    acknowledge(deps.db.write, key, { userId, now }),
  );
}

/** Lets an alert rest. @throws ApiError as `acknowledgeAlert`. */
export async function snoozeAlert(
  deps: AnswerDeps,
  userId: number,
  { id, until }: { id: number; until: number },
): Promise<ReadIncident> {
  return await changeAlert(deps, userId, id, (key) => snooze(deps.db.write, key, until));
}

async function changeAlert(
  { db, publisher }: AnswerDeps,
  userId: number,
  id: number,
  change: (key: RowKey) => Promise<Incident | undefined>,
): Promise<ReadIncident> {
  const found = await findAlertSeenBy(db.read, userId, id);
  const { device_id: deviceId, listedUnder } = requireRecord('operate', 'Alert', found);
  const changed = await change({ deviceId, id });
  if (!changed) throw failures.notFound('Alert');
  publisher.alertsRaised([changed]);
  const [alert] = await findReadIncidents(db.write, userId, [{ deviceId, id }]);
  if (!alert) throw failures.notFound('Alert');
  return { ...alert, device_id: listedUnder };
}
