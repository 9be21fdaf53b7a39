import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { App } from '../../../kit/http/app.ts';
import type { BatchDeps } from '../../direct/batch/take-batch.ts';
import { createTouch } from '../../direct/note-device.ts';
import { observeWebhooks } from './observe-webhooks.ts';
import { addOwnerRoutes, type OwnerDeps } from './owner-routes.ts';
import { addWebhookRoutes } from './webhook-routes.ts';

export type LorawanDeps = Omit<BatchDeps, 'touch'> &
  OwnerDeps & { log: Logger; metrics: { registry: Registry } };

/** The door of LoRaWAN: webhooks of network servers, and what their owners set up for them. */
export function addLorawanRoutes(app: App, deps: LorawanDeps): void {
  addOwnerRoutes(app, deps);
  addWebhookRoutes(app, {
    ...deps,
    touch: createTouch(deps),
    observe: observeWebhooks(deps.metrics.registry),
  });
}
