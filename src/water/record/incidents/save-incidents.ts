import type { IncidentChange } from '../../detectors/judge-reading.ts';
import { toIncident } from '../../incidents/incident-rows.ts';
import { ask, type BatchWork, type IncidentUpdate } from '../batch-statements.ts';
import type { Consequence } from '../reading.ts';

/** What was found out about a sensor, or, where that is null, about a device itself. */
export type Found = { deviceId: number; sensorName: string | null; change: IncidentChange };

/** Saves them with the batch. @returns the incidents that are new or have changed. */
export function* saveIncidents(found: Found[], now: number): BatchWork<Consequence[]> {
  const { raised, updates } = toRows(found, now);
  // In this order: what is raised can be over with the next reading of the batch.
  const added = raised.length > 0 ? yield* ask('insertIncidents', raised) : [];
  const updated = updates.length > 0 ? yield* ask('updateIncidents', updates) : [];
  return [...added, ...updated].map(({ deviceId, id }) => ({
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

/** One update an incident, however often the batch changes it. */
function toUpdates(found: Found[], now: number): IncidentUpdate[] {
  const updates = new Map<string, IncidentUpdate>();
  for (const { deviceId, sensorName, change } of found) {
    const { kind, severity, createdAt } = change;
    const key = JSON.stringify([deviceId, sensorName, kind, createdAt]);
    const before = updates.get(key);
    const isOver = change.change === 'resolved';
    updates.set(key, {
      device_id: deviceId,
      sensor_name: sensorName,
      kind,
      created_at: createdAt,
      severity,
      facts: change.facts ? JSON.stringify(change.facts) : (before?.facts ?? null),
      raised_at: !isOver && change.isNews ? now : (before?.raised_at ?? null),
      resolved_at: isOver ? now : null,
    });
  }
  return [...updates.values()];
}
