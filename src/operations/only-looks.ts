import type { Config } from '../config.ts';
import { ApiError } from '../kit/api/failures/api-error.ts';
import { addRouteHook, type DeclaredRoute } from '../kit/api/route-hooks.ts';
import type { Component } from '../kit/async/components.ts';
import type { App } from '../kit/http/app.ts';
import { refuseEarly } from '../kit/http/early-failures.ts';

/**
 * Settings of a server that only looks: with them it knows no broker, no mail server and no provider of SMS, so
 * that nothing that runs on a copy of a database reaches what the real server reaches.
 */
export function settingsToLook(config: Config): Config {
  const { mqtt, reset, delivery } = config;
  return {
    ...config,
    mqtt: { ...mqtt, isOn: false, port: undefined, tls: undefined, url: undefined },
    reset: { ...reset, smtpUrl: undefined },
    accountSms: { key: undefined, base: undefined },
    smpp: undefined,
    africasTalking: undefined,
    // They may name providers that are not there now.
    delivery: { ...delivery, routes: undefined, rates: new Map() },
  };
}

/** The components that people need who look; no other is started. */
export function componentsToLook(components: Component[]): Component[] {
  return components.filter(({ isForLooking }) => isForLooking);
}

/** Signing in and out, and tickets of live events: without them a browser shows nothing. */
const allowed = [
  '/api/auth.php?action=login',
  '/api/auth.php?action=logout',
  '/api/stream/tickets',
];

const reads = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses devices, and all requests that would change something; to be called before any route is declared. */
export function refuseChanges(app: App): void {
  addRouteHook(app, 'onRequest', (route) => {
    const isAllowed = route !== undefined && allowed.includes(addressOf(route));
    return (request, reply, done) => {
      const isRead = reads.includes(request.method) && !route?.isForDevices;
      if (isRead || isAllowed) done();
      else refuseEarly(reply, onlyLooks());
    };
  });
}

function addressOf({ path, action }: DeclaredRoute): string {
  return action === undefined ? path : `${path}?action=${action}`;
}

function onlyLooks(): ApiError {
  return new ApiError(
    503,
    'only_looks',
    'This server only shows what is stored: it takes, changes and sends nothing.',
  );
}
