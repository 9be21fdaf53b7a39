import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Component } from '../../../kit/async/components.ts';
import type { App } from '../../../kit/http/app.ts';
import type { BatchDeps } from '../../direct/batch/take-batch.ts';
import type { DeviceDoor } from '../../direct/device-door.ts';
import { addDownlinks } from './downlinks/add-downlinks.ts';
import { observeWebhooks } from './observe-webhooks.ts';
import { addOwnerRoutes, type OwnerDeps } from './owner-routes.ts';
import { addWebhookRoutes } from './webhook-routes.ts';

export type LorawanDeps = Omit<BatchDeps, 'touch'> & {
  deviceDoor: Pick<DeviceDoor, 'touch'>;
} & OwnerDeps &
  Parameters<typeof addDownlinks>[1] & { log: Logger; metrics: { registry: Registry } };

/** The door of LoRaWAN: webhooks of network servers, what their owners set up for them, and downlinks. */
export function addLorawan(app: App, deps: LorawanDeps): Component[] {
  addOwnerRoutes(app, deps);
  addWebhookRoutes(app, {
    ...deps,
    touch: deps.deviceDoor.touch,
    observe: observeWebhooks(deps.metrics.registry),
  });
  return addDownlinks(app, deps);
}
