import type { Insertable } from 'kysely';
import type { IncidentsTable } from '../../../db/tables/incident-tables.ts';
import type { IncidentChange } from '../../detectors/judge-reading.ts';
import type { Severity } from '../../fields.ts';
import { happeningOf, toIncident } from '../../incidents/incident-rows.ts';
import type { Happening } from '../../incidents/kinds.ts';
import type { RowKey } from '../../row-key.ts';
import {
  ask,
  type BatchWork,
  type IncidentUpdate,
  type UpdatedIncident,
} from '../batch-statements.ts';
import type { Consequence } from '../reading.ts';

/** What was found out about a sensor, or, where that is null, about a device itself. */
export type Found = { deviceId: number; sensorName: string | null; change: IncidentChange };

/**
 * Saves them with the batch; each is left to be routed (`incidents/unrouted.ts`).
 * @returns the incidents that are new or have changed.
 */
export function* saveIncidents(found: Found[], now: number): BatchWork<Consequence[]> {
  const { raised, updates } = toRows(found, now);
  // In this order: what is raised can be over with the next reading of the batch.
  const added = raised.length > 0 ? yield* ask('insertIncidents', raised) : [];
  const updated = updates.length > 0 ? yield* ask('updateIncidents', updates) : [];
  const anew = yield* insertGone(updates, updated);
  return [...added, ...updated, ...anew].map(({ deviceId, id }) => ({
    kind: 'incident',
    deviceId,
    value: id,
  }));
}

/** What is to be inserted, and what is to be changed, of what was found out. */
function toRows(found: Found[], now: number) {
  const raised = found.flatMap(({ deviceId, sensorName, change }) =>
    change.change === 'raised'
      ? toIncident(change, { deviceId, sensorName, severity: change.severity, now })
      : [],
  );
  const changed = found.filter(({ change }) => change.change !== 'raised');
  return { raised, updates: toUpdates(changed, now) };
}

/** News of incidents that somebody has deleted meanwhile: each is an incident anew, of the same beginning. */
function* insertGone(updates: IncidentUpdate[], updated: UpdatedIncident[]): BatchWork<RowKey[]> {
  if (updated.length === updates.length) return [];
  const kept = new Set(
    updated.map(({ deviceId, ...key }) => keyOf({ ...key, device_id: deviceId })),
  );
  const gone = updates.filter((update) => !kept.has(keyOf(update))).flatMap(toIncidentAnew);
  return gone.length > 0 ? yield* ask('insertIncidents', gone) : [];
}

function toIncidentAnew(update: IncidentUpdate): Insertable<IncidentsTable>[] {
  const { device_id: deviceId, sensor_name: sensorName, kind, created_at: now } = update;
  const { facts, raised_at, resolved_at } = update;
  if (facts === null || raised_at === null || resolved_at !== null) return [];
  const happening = happeningOf({ kind, facts }) as Exclude<Happening, { kind: 'note' }>;
  const severity = update.severity as Severity;
  return [{ ...toIncident(happening, { deviceId, sensorName, severity, now }), raised_at }];
}

type KeyOfIncident = Pick<IncidentUpdate, 'device_id' | 'sensor_name' | 'kind' | 'created_at'>;

function keyOf({ device_id, sensor_name, kind, created_at }: KeyOfIncident): string {
  return JSON.stringify([device_id, sensor_name, kind, created_at]);
}

/** One update an incident, however often the batch changes it. */
function toUpdates(found: Found[], now: number): IncidentUpdate[] {
  const updates = new Map<string, IncidentUpdate>();
  for (const { deviceId, sensorName, change } of found) {
    const { kind, severity, createdAt } = change;
    const incident = {
      device_id: deviceId,
      sensor_name: sensorName,
      kind,
      created_at: createdAt,
    };
    const key = keyOf(incident);
    const before = updates.get(key);
    const isOver = change.change === 'resolved';
    updates.set(key, {
      ...incident,
      severity,
      facts: change.facts ? JSON.stringify(change.facts) : (before?.facts ?? null),
      raised_at: !isOver && change.isNews ? now : (before?.raised_at ?? null),
      resolved_at: isOver ? now : null,
    });
  }
  return [...updates.values()];
}
