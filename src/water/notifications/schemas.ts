import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { SeverityWord } from '../fields.ts';
import { linesOf, type Message, phases, titleOf } from './message.ts';
import { type Notification as NotificationRow, type Reason, reasons } from './outbox/queries.ts';
import { type ChannelName, channelNames } from './preferences.ts';

export const notificationStates = ['pending', 'delivered', 'failed', 'unsure'] as const;

export const Notification = Named(
  'Notification',
  Type.Object({
    id: Type.Integer(),
    channel: OneOf(channelNames),
    address: Type.String({
      description: 'The number, the URL or the push service; empty for e-mail.',
    }),
    reason: OneOf(reasons),
    status: OneOf(notificationStates, {
      description: '`unsure`: it was sent, or perhaps not; nobody knows how a try ended.',
    }),
    attempts: Type.Integer(),
    error: Nullable(Type.String({ description: 'Why the last try failed.' })),
    title: Type.String(),
    lines: Type.Array(Type.String()),
    incidents: Type.Array(
      Type.Object({
        id: Type.Integer(),
        device_id: Type.String(),
        phase: OneOf(phases),
        severity: SeverityWord,
      }),
    ),
    created_at: Instant,
    next_try_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
  }),
);

export function presentNotification(row: NotificationRow): Static<typeof Notification> {
  const message = JSON.parse(row.body) as Message;
  return {
    id: row.id,
    channel: row.channel as ChannelName,
    address: row.address,
    reason: row.reason as Reason,
    status: stateOf(row),
    attempts: row.attempts,
    error: row.last_error,
    title: titleOf(message),
    lines: linesOf(message),
    incidents: message.items.map(({ incident_id, device_id, phase, severity }) => ({
      id: incident_id,
      device_id: String(device_id),
      phase,
      severity,
    })),
    created_at: toIso(row.created_at),
    next_try_at: toIsoOrNull(row.due_at),
    delivered_at: toIsoOrNull(row.delivered_at),
  };
}

/**
 * Returns the state of a notification. Mail servers recognise no repeat by its id, so a delivered mail may
 * have been sent twice.
 */
export function stateOf(row: NotificationRow): (typeof notificationStates)[number] {
  const isKnownByName = row.channel !== 'email';
  if (row.delivered_at !== null) return row.unsure && !isKnownByName ? 'unsure' : 'delivered';
  if (row.unsure) return 'unsure';
  return row.due_at === null ? 'failed' : 'pending';
}
