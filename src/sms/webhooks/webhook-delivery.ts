import { createDeliveryLoop, type DeliveryLoop } from '../../delivery/delivery-loop.ts';
import { createAgents } from '../../delivery/signed-post.ts';
import { createEventSender, type PostEventDeps } from './post-event.ts';
import { webhookQueue } from './queries.ts';

type LoopDeps = Omit<
  Parameters<typeof createDeliveryLoop>[0],
  'name' | 'queue' | 'send' | 'random'
> &
  PostEventDeps;

export function createWebhookDelivery(deps: LoopDeps): DeliveryLoop {
  const agents = createAgents();
  const loop = createDeliveryLoop({
    ...deps,
    name: 'webhook delivery',
    queue: webhookQueue,
    send: createEventSender(deps, agents),
    random: Math.random,
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop?.();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
