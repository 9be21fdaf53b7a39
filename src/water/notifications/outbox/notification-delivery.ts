import { createDeliveryLoop, type DeliveryLoop } from '../../../delivery/delivery-loop.ts';
import { notificationQueue } from './queries.ts';
import { type Channels, createNotificationSender } from './send-notification.ts';

type LoopDeps = Omit<
  Parameters<typeof createDeliveryLoop>[0],
  'name' | 'queue' | 'send' | 'random'
> &
  Parameters<typeof createNotificationSender>[0];

/** Delivers notifications. */
export function createNotificationDelivery(deps: LoopDeps): DeliveryLoop {
  const loop = createDeliveryLoop({
    ...deps,
    name: 'notification delivery',
    queue: notificationQueue,
    send: createNotificationSender(deps),
    random: Math.random,
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop?.();
      closeAll(deps.channels);
    },
  };
}

function closeAll(channels: Channels): void {
  for (const channel of Object.values(channels)) channel.close?.();
}
