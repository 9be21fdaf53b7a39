import type { MqttMessage } from './message.ts';
import { selects } from './topics.ts';

/** Subscriptions of a client by their topic filters: the QoS that was granted, and the identifier of MQTT 5. */
export type Subscriptions = Record<string, { qos: number; si?: number }>;

/** A message as a client is sent it. */
export type SubscribedMessage = MqttMessage & { properties?: { subscriptionIdentifier: number } };

/**
 * Gives a message for one client the QoS and the identifier of what it has subscribed to, which the library does for
 * those alone that it passes on to all.
 */
export function asSubscribed(
  subscriptions: Subscriptions,
  message: MqttMessage,
): SubscribedMessage {
  const own = subscriptions[message.topic];
  const selecting = own
    ? [own]
    : Object.entries(subscriptions).flatMap(([filter, each]) =>
        selects(filter, message.topic) ? [each] : [],
      );
  if (selecting.length === 0) return message;
  const granted = Math.max(...selecting.map(({ qos }) => qos));
  const named = selecting.find(({ si }) => si !== undefined)?.si;
  return {
    ...message,
    qos: message.qos === 1 && granted > 0 ? 1 : 0,
    ...(named !== undefined && { properties: { subscriptionIdentifier: named } }),
  };
}
