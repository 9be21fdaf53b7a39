import type { Actor } from '../../accounts/audit/queries.ts';
import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { parseQueryInstant, toIso } from '../../kit/time/instant.ts';
import { dayMs } from '../../kit/time/units.ts';
import { logAction } from '../device-log.ts';
import { requireRecord } from '../guards.ts';
import { type AcknowledgeDeps, acknowledgeIncidents } from '../incidents/acknowledge-incidents.ts';
import { nameOutages } from '../incidents/outages/outages-seen.ts';
import { findReadIncidents, type ReadIncident, snooze } from '../incidents/queries.ts';
import { type FoundAlert, findAlertSeenBy } from './find-alert.ts';

/**
 * Acknowledges an alert for a person.
 * @throws ApiError 404 where the person sees no such alert, 403 where the person may not operate its device.
 */
export async function acknowledgeAlert(
  deps: AcknowledgeDeps,
  by: NonNullable<Actor>,
  id: number,
): Promise<ReadIncident> {
  const found = await findAlertToOperate(deps, by.userId, id);
  await acknowledgeIncidents(deps, by, [{ deviceId: found.device_id, id }]);
  return await readAnswered(deps, by.userId, found);
}

/** Snoozes an alert. @throws ApiError as `acknowledgeAlert`. */
export async function snoozeAlert(
  deps: AcknowledgeDeps,
  by: NonNullable<Actor>,
  { id, until }: { id: number; until: number },
): Promise<ReadIncident> {
  const { db, clock, publisher } = deps;
  const found = await findAlertToOperate(deps, by.userId, id);
  const snoozed = await db.transaction(async (trx) => {
    const incident = await snooze(trx, { deviceId: found.device_id, id }, until);
    const facts = { id, kind: found.kind, until: toIso(until) };
    const entry = { by, facts, now: clock() };
    if (incident) await logAction(trx, [found.device_id], { ...entry, action: 'alert_snoozed' });
    return incident;
  });
  if (snoozed) publisher.alertsChanged([snoozed]);
  return await readAnswered(deps, by.userId, found);
}

async function findAlertToOperate(
  { db }: AcknowledgeDeps,
  userId: number,
  id: number,
): Promise<FoundAlert> {
  return requireRecord('operate', 'Alert', await findAlertSeenBy(db.read, { userId }, id));
}

async function readAnswered(
  { db }: AcknowledgeDeps,
  userId: number,
  { id, device_id: deviceId, listedUnder }: FoundAlert,
): Promise<ReadIncident> {
  const [alert] = await findReadIncidents(db.write, userId, [{ deviceId, id }]);
  if (!alert) throw failures.notFound('Alert');
  const [named = alert] = await nameOutages(db.write, { userId }, [alert]);
  return { ...named, device_id: listedUnder };
}

/** Longest snooze; for longer, a kind is muted for its sensor. */
const longestMs = 30 * dayMs;

/** Finds what is wrong with the end of a snooze. */
export function findSnoozeFaults({ until }: { until?: unknown }, now: number): FieldError[] {
  const read = readEnd(String(until), now);
  return typeof read === 'number' ? [] : [{ field: 'until', message: read }];
}

/** Reads the end of a snooze. @throws ApiError 400 that names `until`. */
export function readSnooze(text: string, now: number): number {
  const read = readEnd(text, now);
  if (typeof read !== 'number') throw failures.invalidField('until', read);
  return read;
}

function readEnd(text: string, now: number): number | FaultText {
  const until = parseQueryInstant(text);
  if (until === undefined) return fault('instant');
  if (until <= now) return fault('past');
  return until > now + longestMs ? fault('ahead30Days') : until;
}
