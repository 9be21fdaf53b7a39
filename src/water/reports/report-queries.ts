import type { Db, PageBefore } from '../../db/db.ts';
import type { Viewer } from '../access.ts';
import type { AlertType, PumpCommand, Severity } from '../fields.ts';
import { findOutagesBeside, nameOutages } from '../incidents/outages/outages-seen.ts';
import type { ReadIncident } from '../incidents/queries.ts';
import { incidentsAsReadBy, readAt } from '../incidents/read-state.ts';
import type { Command } from '../pump-commands/queries.ts';
import { deviceIdsOf, idsOf } from '../row-key.ts';

type Scope = {
  deviceId: number;
  sensorName: string | undefined;
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
};
export type AlertScope = Scope & {
  /** Person whose read state counts, or a program of theirs, which may see less. */
  viewer: Viewer;
  severity: Severity | undefined;
  type: AlertType | undefined;
};
export type CommandScope = Scope & { command: PumpCommand | undefined };

/** Selects the incidents of a device, and the outages that include it. */
async function alertsIn(db: Db, scope: AlertScope) {
  const { viewer, deviceId, sensorName, start, end, severity, type } = scope;
  const outages = await findOutagesBeside(db, deviceId);
  let query = incidentsAsReadBy(db, viewer.userId)
    .where((eb) => {
      const own = eb('i.device_id', '=', deviceId);
      if (outages.length === 0) return own;
      const isOutage = eb('i.device_id', 'in', deviceIdsOf(outages)).and(
        'i.id',
        'in',
        idsOf(outages),
      );
      return eb.or([own, isOutage]);
    })
    .where('i.created_at', '>=', start)
    .where('i.created_at', '<', end);
  if (sensorName !== undefined) query = query.where('i.sensor_name', '=', sensorName);
  if (severity) query = query.where('i.severity', '=', severity);
  if (type) query = query.where('i.type', '=', type);
  return { query };
}

/** Finds the alerts of a report, newest first, each as the device's own. */
export async function findReportAlerts(
  db: Db,
  scope: AlertScope,
  { before, limit }: PageBefore,
): Promise<ReadIncident[]> {
  const { query } = await alertsIn(db, scope);
  const rows = await query
    .selectAll('i')
    .select(readAt.as('read_at'))
    .where('i.id', '<', before)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  const listed = rows.map((row) => ({ ...row, device_id: scope.deviceId }));
  return await nameOutages(db, scope.viewer, listed);
}

export type AlertCount = { severity: string; type: string; total: number; unread: number };

/** Counts the alerts of a report by severity and type, and the unread ones among them. */
export async function countReportAlerts(db: Db, scope: AlertScope): Promise<AlertCount[]> {
  const { query } = await alertsIn(db, scope);
  return await query
    .select(({ fn }) => [
      'i.severity',
      'i.type',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere(readAt, 'is', null).as('unread'),
    ])
    .groupBy(['i.severity', 'i.type'])
    .execute();
}

function commandsIn(db: Db, { deviceId, sensorName, start, end, command }: CommandScope) {
  let query = db
    .selectFrom('pump_commands')
    .where('device_id', '=', deviceId)
    .where('created_at', '>=', start)
    .where('created_at', '<', end);
  if (sensorName !== undefined) query = query.where('sensor_name', '=', sensorName);
  if (command) query = query.where('command', '=', command);
  return query;
}

export function findReportCommands(
  db: Db,
  scope: CommandScope,
  { before, limit }: PageBefore,
): Promise<Command[]> {
  return commandsIn(db, scope)
    .select(['id', 'device_id', 'sensor_name', 'command', 'turn_on_below', 'turn_off_above'])
    .select(['status', 'source', 'created_at', 'expires_at', 'delivered_at', 'acknowledged_at'])
    .select('schedule')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type CommandCount = { status: string; total: number; overdue: number };

/** Counts the commands of a report by status, and the overdue ones among them. */
export function countReportCommands(
  db: Db,
  scope: CommandScope,
  now: number,
): Promise<CommandCount[]> {
  return commandsIn(db, scope)
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('expires_at', '<=', now).as('overdue'),
    ])
    .groupBy('status')
    .execute();
}
