import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Guard } from '../accounts/guard.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { App } from '../kit/app.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Part } from '../kit/parts.ts';
import { addAccountRoutes } from './account/routes.ts';
import { addAdminRoutes } from './admin/routes.ts';
import { createDelivery } from './dispatch/create-delivery.ts';
import { addContactsRoutes } from './groups/contact-routes.ts';
import { addGroupsRoutes } from './groups/routes.ts';
import { addInboundRoutes } from './inbound/routes.ts';
import { addKeysRoutes } from './keys/routes.ts';
import { addLedgerRoutes } from './ledger/routes.ts';
import { addOptOutsRoutes } from './opt-outs/routes.ts';
import { addAfricasTalkingRoutes } from './providers/africas-talking/routes.ts';
import { addSimulatorRoutes } from './providers/simulator/routes.ts';
import { createWebhookDelivery } from './webhooks/delivery-loop.ts';
import { createDestinations } from './webhooks/destinations.ts';
import { addWebhooksRoutes } from './webhooks/routes.ts';
import { createDeliverySweep } from './webhooks/sweep-deliveries.ts';

type SmsDeps = {
  config: Config;
  db: Database;
  clock: Clock;
  ids: Ids;
  guard: Guard;
  log: Logger;
  metrics: { registry: Registry };
  /** The server's secret, of which the addresses of callbacks are derived. */
  secret: Buffer;
};

/** Document 2, the SMS service, under its version segment. */
export async function addSmsRoutes(app: App, deps: SmsDeps): Promise<{ parts: Part[] }> {
  const { config } = deps;
  const destinations = createDestinations({ allowPrivate: config.webhooksAllowPrivate });
  const webhookDelivery = createWebhookDelivery({ ...deps, destinations });
  const delivery = createDelivery({
    ...deps,
    random: Math.random,
    registry: deps.metrics.registry,
  });
  await app.register(
    async (scope) => {
      addAccountRoutes(scope, { ...deps, trialCredits: config.trialCredits });
      addKeysRoutes(scope, deps);
      addGroupsRoutes(scope, deps);
      await addContactsRoutes(scope, deps);
      addLedgerRoutes(scope, deps);
      addOptOutsRoutes(scope, deps);
      addAdminRoutes(scope, { ...deps, trialCredits: config.trialCredits });
      addSimulatorRoutes(scope, deps);
      await addAfricasTalkingRoutes(scope, { ...deps, events: delivery.events });
      addInboundRoutes(scope, deps);
      addWebhooksRoutes(scope, { ...deps, destinations, delivery: webhookDelivery });
    },
    { prefix: '/v1' },
  );
  return { parts: [webhookDelivery, createDeliverySweep(deps), ...delivery.parts] };
}
