import { type Static, Type } from 'typebox';
import {
  FormObject,
  Instant,
  Nullable,
  OneOf,
  OptionalNullable,
  RecordId,
} from '../../kit/api/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import {
  type AlertType,
  AlertTypeWord,
  DeviceId,
  SensorName,
  type Severity,
  SeverityWord,
} from '../fields.ts';
import type { Alert as AlertRow } from './queries.ts';

/** Document 1, section 8; the largest page is ours. */
export const usualPage = 50;
const largestPage = 500;

export const ListQuery = FormObject({
  device_id: DeviceId,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: largestPage, default: usualPage })),
  severity: Type.Optional(SeverityWord),
  before: Type.Optional(
    Type.Integer({
      ...RecordId,
      description: 'Id of the last alert of the page before; the `Link` header carries it.',
    }),
  ),
});
export const AccountListQuery = FormObject({
  ...ListQuery.properties,
  device_id: Type.Optional(DeviceId),
  unread: Type.Optional(OneOf(['true', 'false'], { default: 'false' })),
});
export const OfDevice = FormObject({ device_id: DeviceId });
export const ById = FormObject({ id: RecordId });

/** As `Line`, but a text for people: line breaks and tabs are welcome. */
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

export const Alert = Type.Object({
  id: Type.Integer(),
  device_id: Type.String(),
  sensor_name: Nullable(Type.String()),
  type: AlertTypeWord,
  severity: SeverityWord,
  message: Type.String(),
  is_read: Type.Boolean(),
  read_at: Nullable(Instant),
  source: OneOf(sources),
  created_at: Instant,
});

export const UnreadCount = Type.Object({ unread_count: Type.Integer() });
export const Updated = Type.Object({ updated: Type.Integer() });
export const Deleted = Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) });

export function presentAlert(alert: AlertRow): Static<typeof Alert> {
  return {
    id: alert.id,
    device_id: String(alert.device_id),
    sensor_name: alert.sensor_name,
    type: alert.type as AlertType,
    severity: alert.severity as Severity,
    message: alert.message,
    is_read: alert.read_at !== null,
    read_at: toIsoOrNull(alert.read_at),
    source: alert.source as Source,
    created_at: toIso(alert.created_at),
  };
}
