import { type Static, Type } from 'typebox';
import type { Language } from '../../accounts/language.ts';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import {
  type AlertType,
  AlertTypeWord,
  DeviceId,
  SensorName,
  type Severity,
  SeverityWord,
} from '../fields.ts';
import { happeningOf } from '../incidents/incident-rows.ts';
import { incidentSentence } from '../incidents/incident-sentence.ts';
import { type IncidentKind, incidentKinds } from '../incidents/kinds.ts';
import type { ReadIncident } from '../incidents/queries.ts';

export const ListQuery = FormObject({
  device_id: DeviceId,
  // The default is that of document 1, section 8; the maximum is ours.
  limit: PageLimit(),
  severity: Type.Optional(SeverityWord),
  before: PageCursor('alert'),
});
export const AccountListQuery = FormObject({
  ...ListQuery.properties,
  device_id: Type.Optional(DeviceId),
  unread: Type.Optional(OneOf(['true', 'false'], { default: 'false' })),
});
export const OfDevice = FormObject({ device_id: DeviceId });

export const SnoozeQuery = FormObject({
  id: RecordId,
  until: Line(40, { description: 'ISO 8601 with offset, at most 30 days ahead.' }),
});

/** Text for people: as `Line`, but with line breaks and tabs. */
const Message = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^(?=[\\s\\S]*\\S)(?:[\\t\\n\\r]|[^\\p{Cc}\\p{Cs}])*$',
});

export const NewAlert = Type.Object({
  device_id: DeviceId,
  type: AlertTypeWord,
  severity: OptionalNullable(SeverityWord, { default: 'info' }),
  message: Message,
  sensor_name: OptionalNullable(SensorName),
});
export type NewAlert = Static<typeof NewAlert>;

const sources = ['user', 'auto'] as const;
type Source = (typeof sources)[number];

export const Alert = Named(
  'Alert',
  Type.Object({
    id: Type.Integer(),
    device_id: Type.String(),
    sensor_name: Nullable(Type.String()),
    type: AlertTypeWord,
    severity: SeverityWord,
    message: Type.String(),
    is_read: Type.Boolean({ description: 'By the caller, as it now stands.' }),
    read_at: Nullable(Instant),
    source: OneOf(sources),
    created_at: Instant,
    kind: OneOf(incidentKinds, { description: 'What it is about, beyond its type.' }),
    facts: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What the message tells, by kind: numbers, in percent and milliseconds, and names.',
    }),
    raised_at: {
      ...Instant,
      description: 'When it was last news: raised, gone worse, or come back.',
    },
    resolved_at: Nullable(Instant),
    acknowledged_at: Nullable({
      ...Instant,
      description: 'When somebody took it upon himself; again open where it is before `raised_at`.',
    }),
    acknowledged_by: Nullable(Type.Integer({ description: 'The user who did.' })),
    snoozed_until: Nullable(Instant),
  }),
);

export const UnreadCount = Type.Object({ unread_count: Type.Integer() });
export const Updated = Type.Object({ updated: Type.Integer() });
export const Deleted = Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) });

export function presentAlert(incident: ReadIncident, language: Language): Static<typeof Alert> {
  const { created_at, raised_at, read_at, sensor_name } = incident;
  const happening = happeningOf(incident);
  return {
    id: incident.id,
    device_id: String(incident.device_id),
    sensor_name,
    type: incident.type as AlertType,
    severity: incident.severity as Severity,
    message: incidentSentence(
      happening,
      { sensorName: sensor_name, begunAt: created_at },
      language,
    ),
    is_read: read_at !== null,
    read_at: toIsoOrNull(read_at),
    source: incident.source as Source,
    created_at: toIso(created_at),
    kind: incident.kind as IncidentKind,
    facts: happening.facts,
    raised_at: toIso(raised_at),
    resolved_at: toIsoOrNull(incident.resolved_at),
    acknowledged_at: toIsoOrNull(incident.acknowledged_at),
    acknowledged_by: incident.acknowledged_by,
    snoozed_until: toIsoOrNull(incident.snoozed_until),
  };
}
