import type { Counter, Registry } from 'prom-client';
import type { Guard } from '../accounts/guard.ts';
import type { NotifyOwner } from '../accounts/notices/notices.ts';
import { createSeal } from '../accounts/second-factor/seal.ts';
import { createDestinations } from '../delivery/destinations.ts';
import { refuseUnknownFields } from '../kit/api/refuse-unknown-fields.ts';
import type { Component } from '../kit/async/components.ts';
import type { App } from '../kit/http/app.ts';
import type { LongReads } from '../kit/http/long-reads.ts';
import { createPassedClient } from '../kit/http/passed-client.ts';
import type { ServiceDeps } from '../service-deps.ts';
import { createKeyAccess, createOwnerAccess } from './access/access.ts';
import { createKeyGuard } from './access/api-key-guard.ts';
import { createMinuteRate, createSharedMinuteRate } from './access/minute-rate.ts';
import { openAccount } from './account/open-account.ts';
import { addAccountRoutes } from './account/routes.ts';
import { addAdminRoutes } from './admin/routes.ts';
import { addSuspensionRoutes } from './admin/suspension-routes.ts';
import { addBalanceRoutes } from './balance/routes.ts';
import { addBulkRoutes } from './bulk/routes.ts';
import { addDaysRoutes } from './counts/routes.ts';
import { addLedgerRoutes } from './credits/routes.ts';
import { createDispatch } from './dispatch/create-dispatch.ts';
import { observeOutbox } from './dispatch/observe-dispatcher.ts';
import { addContactsRoutes } from './groups/contact-routes.ts';
import { addGroupsRoutes } from './groups/routes.ts';
import { createIdempotency } from './idempotency/idempotency.ts';
import { addInboundRoutes } from './inbound/routes.ts';
import { addJobListRoutes, addJobsRoutes } from './jobs/routes.ts';
import { countSend, countUse, findKeyInUse, saveLastUse } from './keys/queries.ts';
import { addKeysRoutes } from './keys/routes.ts';
import { createSmsLoops } from './loops.ts';
import { addMessagesRoutes } from './messages/routes.ts';
import { addOptOutsRoutes } from './opt-outs/routes.ts';
import { addProviderRoutes } from './providers/configured.ts';
import type { ProviderHealth } from './providers/provider.ts';
import { addSimulatorRoutes } from './providers/simulator/routes.ts';
import { addRejectionsRoutes } from './rejections/routes.ts';
import { createAcceptance } from './send/accept-messages.ts';
import { addSendRoutes } from './send/routes.ts';
import { addSumsRoutes } from './sums/routes.ts';
import { addSupportRoutes } from './support/routes.ts';
import { addWebhooksRoutes } from './webhooks/routes.ts';
import { createWebhookDelivery, observeWebhooks } from './webhooks/webhook-delivery.ts';
import { createWebhookSecrets } from './webhooks/webhook-secrets.ts';

type SmsDeps = ServiceDeps & {
  guard: Guard;
  longReads: LongReads;
  metrics: { registry: Registry; expiredRows: Counter<'table'> };
  /** Throws 429 once too many wrong keys came from an address. */
  countWrongKey: (address: string) => Promise<void>;
  notifyOwner: NotifyOwner;
};

/** Document 2, section 8: requests per minute of an API key. */
const usesPerMinute = 60;

/** Sends per minute of an account's owner: more than hands can do, less than a page gone wrong would. */
const sendsPerMinute = 600;

export type SmsService = {
  components: Component[];
  providers: () => (ProviderHealth & { name: string })[];
};

/** Document 2, the SMS service, under its version segment. */
export async function addSmsRoutes(app: App, deps: SmsDeps): Promise<SmsService> {
  const { config, clockWatch } = deps;
  const destinations = createDestinations({ allowPrivate: config.webhooksAllowPrivate });
  const secrets = createWebhookSecrets(createSeal(deps.secret, deps.ids, 'webhooks'));
  const webhookDelivery = createWebhookDelivery({ ...deps, destinations, secrets });
  const dispatch = createDispatch({
    ...deps,
    random: Math.random,
    registry: deps.metrics.registry,
    onEvents: webhookDelivery.wake,
  });
  const { dispatcher } = dispatch;
  const observed = { ...deps, registry: deps.metrics.registry };
  observeOutbox(observed);
  observeWebhooks(observed);
  const providers = () => dispatcher.health().map(({ name, health }) => ({ name, ...health }));
  const { validityMs, promotions } = config.delivery;
  const { keyAccess, ownerAccess } = createAccesses(deps);
  const once = createIdempotency({ ...deps, clock: clockWatch.cautious });
  const sending = {
    ...deps,
    dispatcher,
    validityMs,
    once,
    acceptance: createAcceptance(deps.db, dispatcher),
    simulatesTrials: config.simulatesTrials,
    promotions,
  };
  const tracking = { ...deps, onEvents: webhookDelivery.wake };
  await app.register(
    async (scope) => {
      refuseUnknownFields(scope);
      addBalanceRoutes(scope, { ...deps, ...config, access: keyAccess });
      for (const access of [keyAccess, ownerAccess]) {
        addSendRoutes(scope, { ...sending, access });
        addBulkRoutes(scope, { ...sending, access });
        addMessagesRoutes(scope, { ...tracking, access });
        addJobsRoutes(scope, { ...tracking, access });
        addRejectionsRoutes(scope, { ...deps, access });
      }
      addJobListRoutes(scope, deps);

      addAccountRoutes(scope, {
        ...deps,
        ...config,
        ...createPassedClient(deps.secret),
        promotions,
      });
      addKeysRoutes(scope, deps);
      addGroupsRoutes(scope, deps);
      await addContactsRoutes(scope, deps);
      addLedgerRoutes(scope, deps);
      addSumsRoutes(scope, deps);
      addDaysRoutes(scope, deps);
      addOptOutsRoutes(scope, deps);
      const administering = { ...deps, trialCredits: config.trialCredits, once, providers };
      addAdminRoutes(scope, administering);
      addSupportRoutes(scope, administering);
      addSuspensionRoutes(scope, { ...administering, dispatcher });
      addSimulatorRoutes(scope, deps);
      await addProviderRoutes(scope, { ...deps, events: dispatch.events });
      addInboundRoutes(scope, deps);
      addWebhooksRoutes(scope, { ...deps, destinations, secrets });
    },
    { prefix: '/v1' },
  );
  return {
    components: [webhookDelivery, ...createSmsLoops(tracking), ...dispatch.components],
    providers,
  };
}

function createAccesses({ config, db, clock, timers, guard, countWrongKey }: SmsDeps) {
  const { trialCredits, trialsPerAddress } = config;
  const accounts = { db, clock, trialCredits, trialsPerAddress };
  const openAccountOf = (userId: number, address: string) => openAccount(accounts, userId, address);
  // One process has an embedded database to itself; several share PostgreSQL.
  const isShared = db.engine === 'postgres';
  const keys = createKeyGuard({
    clock,
    countWrongKey,
    rate: isShared
      ? createSharedMinuteRate(usesPerMinute, { clock, countUse: (use) => countUse(db.write, use) })
      : createMinuteRate(usesPerMinute, timers),
    findKey: (keyHash) => findKeyInUse(db.read, keyHash),
    saveLastUse: (keyId, now) => saveLastUse(db.write, keyId, now),
    openAccount: openAccountOf,
  });
  const ownerAccess = createOwnerAccess({
    guard,
    rate: isShared
      ? createSharedMinuteRate(sendsPerMinute, {
          clock,
          countUse: (use) => countSend(db.write, use),
        })
      : createMinuteRate(sendsPerMinute, timers),
    openAccount: openAccountOf,
  });
  return { keyAccess: createKeyAccess(keys), ownerAccess };
}
