import type { Insertable } from 'kysely';
import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import { roundTo2 } from '../../kit/round.ts';
import type { AlertType, Severity } from '../fields.ts';
import { type Facts, type Happening, type IncidentKind, kinds } from './kinds.ts';

export function toIncident(
  happening: Exclude<Happening, { kind: 'note' }>,
  of: { deviceId: number; sensorName: string | null; severity: Severity; now: number },
): Insertable<IncidentsTable> {
  return toRow(happening, { ...of, type: kinds[happening.kind].type, source: 'auto' });
}

export function toNote(
  text: string,
  of: {
    deviceId: number;
    sensorName: string | null;
    type: AlertType;
    severity: Severity;
    now: number;
  },
): Insertable<IncidentsTable> {
  return toRow({ kind: 'note', facts: { text } }, { ...of, source: 'user' });
}

type Of = {
  deviceId: number;
  sensorName: string | null;
  type: AlertType;
  severity: Severity;
  source: 'auto' | 'user';
  now: number;
};

function toRow(
  { kind, facts }: Happening,
  { deviceId, sensorName, type, severity, source, now }: Of,
): Insertable<IncidentsTable> {
  return {
    device_id: deviceId,
    sensor_name: sensorName,
    kind,
    facts: JSON.stringify(facts),
    type,
    severity,
    source,
    created_at: now,
    raised_at: now,
    resolved_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    snoozed_until: null,
  };
}

export function happeningOf({ kind, facts }: { kind: string; facts: string }): Happening {
  const happening = { kind: kind as IncidentKind, facts: JSON.parse(facts) } as Happening;
  if (happening.kind !== 'outage') return happening;
  return { ...happening, facts: withRoughPlace(happening.facts) };
}

/** To about a kilometre: the place is that of one device, which not all who hear of the outage may see. */
function withRoughPlace(facts: Facts['outage']): Facts['outage'] {
  const { latitude, longitude } = facts;
  if (latitude === null || longitude === null) return facts;
  return { ...facts, latitude: roundTo2(latitude), longitude: roundTo2(longitude) };
}
