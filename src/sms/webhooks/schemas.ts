import { type Static, Type } from 'typebox';
import { Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { type EventName, eventNames } from './events.ts';
import type { Delivery as DeliveryRow, Webhook as WebhookRow } from './queries.ts';

export const NewWebhook = Type.Object({
  url: Line(2000, { description: 'Where events are posted: https://… or http://….' }),
});

const webhookFields = { id: Type.Integer(), url: Type.String(), created_at: Instant };

export const Webhook = Named('Webhook', Type.Object(webhookFields));
export const WebhookWithSecret = Named(
  'WebhookWithSecret',
  Type.Object({
    ...webhookFields,
    secret: Type.String({ description: 'Signs what is posted; shown this once.' }),
  }),
);

export const Trial = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the endpoint answered with a 2xx.' }),
  status: Nullable(Type.Integer({ description: 'The HTTP status of its answer.' })),
  error: Nullable(Type.String({ description: 'Why it was not delivered, in a sentence.' })),
});

const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export const Delivery = Named(
  'WebhookDelivery',
  Type.Object({
    id: Type.Integer(),
    webhook_id: Type.Integer(),
    event: OneOf(eventNames),
    status: OneOf(deliveryStates),
    attempts: Type.Integer(),
    error: Nullable(Type.String({ description: 'Why the last try failed.' })),
    body: Type.String({ description: 'The JSON text that is posted.' }),
    created_at: Instant,
    next_try_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
  }),
);

export function presentWebhook({ id, url, created_at }: WebhookRow): Static<typeof Webhook> {
  return { id, url, created_at: toIso(created_at) };
}

export function presentDelivery(delivery: DeliveryRow): Static<typeof Delivery> {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    event: delivery.event as EventName,
    status: stateOf(delivery),
    attempts: delivery.attempts,
    error: delivery.last_error,
    body: delivery.body,
    created_at: toIso(delivery.created_at),
    next_try_at: toIsoOrNull(delivery.due_at),
    delivered_at: toIsoOrNull(delivery.taken_at),
  };
}

function stateOf({ taken_at, due_at }: DeliveryRow): (typeof deliveryStates)[number] {
  if (taken_at !== null) return 'delivered';
  return due_at === null ? 'failed' : 'pending';
}
