import type { Guard } from '../../../../accounts/guard.ts';
import { createSeal } from '../../../../accounts/second-factor/seal.ts';
import { createDeliveryLoop } from '../../../../delivery/delivery-loop.ts';
import { createDestinations } from '../../../../delivery/destinations.ts';
import { createAgents } from '../../../../delivery/signed-post.ts';
import type { Component } from '../../../../kit/async/components.ts';
import { createLoop } from '../../../../kit/async/loop.ts';
import type { App } from '../../../../kit/http/app.ts';
import { secondMs } from '../../../../kit/time/units.ts';
import type { ServiceDeps } from '../../../../service-deps.ts';
import type { LivePublisher } from '../../../live-publisher.ts';
import { createSetQueue } from './network-servers.ts';
import { planDownlinks } from './plan-downlinks.ts';
import { downlinkQueue } from './queries.ts';
import { addDownlinkRoutes } from './routes.ts';
import { createSendDownlink } from './send-downlink.ts';

type DownlinkDeps = ServiceDeps & {
  guard: Guard;
  publisher: Pick<LivePublisher, 'commandsChanged'>;
};

/** Commands as downlinks: what owners set up for them, and the loops that find and send them. */
export function addDownlinks(app: App, deps: DownlinkDeps): Component[] {
  const { config, secret, ids } = deps;
  const seal = createSeal(secret, ids, 'network servers');
  const destinations = createDestinations({ allowPrivate: config.webhooksAllowPrivate });
  const agents = createAgents();
  const delivery = createDeliveryLoop({
    ...deps,
    name: 'LoRaWAN downlinks',
    queue: downlinkQueue,
    send: createSendDownlink({
      ...deps,
      setQueue: createSetQueue({ destinations, agents }),
      keyOf: ({ user_id, sealed_key }) => seal.open(user_id, sealed_key)?.toString(),
    }),
    random: Math.random,
  });
  addDownlinkRoutes(app, {
    ...deps,
    destinations,
    seal: (userId, key) => seal.close(userId, Buffer.from(key)),
  });
  const planning = createLoop(deps, {
    name: 'downlinks of LoRaWAN',
    everyMs: secondMs,
    work: (signal) => planDownlinks({ ...deps, wake: delivery.wake }, signal),
  });
  return [
    planning,
    {
      ...delivery,
      stop: async () => {
        await delivery.stop?.();
        agents.http.destroy();
        agents.https.destroy();
      },
    },
  ];
}
