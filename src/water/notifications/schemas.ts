import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { SeverityWord } from '../fields.ts';
import type { SmsState } from './channels/sms-standing.ts';
import { linesOf, type Message, phases, titleOf } from './message.ts';
import { type Notification as NotificationRow, type Reason, reasons } from './outbox/queries.ts';
import { type ChannelName, channelNames } from './preferences.ts';

export const notificationStates = [
  'pending',
  'sent',
  'delivered',
  'handed_over',
  'simulated',
  'failed',
  'unsure',
] as const;

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
      description:
        '`sent`: it went out, and nobody has said that it arrived. `delivered`: the phone had it, or the webhook took it. `handed_over`: an SMS service that tells no more took it. `simulated`: no phone gets it. `unsure`: it was sent, or perhaps not.',
    }),
    attempts: Type.Integer(),
    error: Nullable(Type.String({ description: 'Why the last try failed.' })),
    is_paid_by_owner: Type.Boolean({
      description: "Whether the SMS account of the tank's owner pays for it.",
    }),
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
    sent_at: Nullable(Instant),
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
    is_paid_by_owner: row.paid_by !== null,
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
    ...timesOf(row),
  };
}

/** Returns when a notification went out, and when it arrived, as far as somebody said so. */
export function timesOf(row: NotificationRow) {
  const arrived = row.channel === 'sms' ? row.received_at : row.taken_at;
  return {
    sent_at: toIsoOrNull(row.taken_at),
    delivered_at: stateOf(row) === 'delivered' ? toIsoOrNull(arrived) : null,
  };
}

/**
 * Returns the state of a notification. Only a webhook's answer and an SMS service's receipt say that it
 * arrived; mail servers recognise no repeat by its id, so a mail may have been sent twice.
 */
export function stateOf(row: NotificationRow): (typeof notificationStates)[number] {
  if (row.taken_at !== null) {
    if (row.channel === 'sms') return (row.sms_state ?? 'sent') as SmsState;
    if (row.channel === 'webhook') return 'delivered';
    return row.channel === 'email' && row.unsure ? 'unsure' : 'sent';
  }
  if (row.unsure) return 'unsure';
  return row.due_at === null ? 'failed' : 'pending';
}
