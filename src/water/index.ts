import type { Guard } from '../accounts/guard.ts';
import type { NoticeWay, NotifyOwner } from '../accounts/notices/notices.ts';
import type { DatabaseModules } from '../db/database.ts';
import type { Component } from '../kit/async/components.ts';
import type { App } from '../kit/http/app.ts';
import { parseFormsToo } from '../kit/http/body-parsers.ts';
import type { Upgrades } from '../kit/http/connections/answer-in-turn.ts';
import type { LongReads } from '../kit/http/long-reads.ts';
import type { ServiceDeps } from '../service-deps.ts';
import { addAlertDevicesRoute } from './alerts/devices-route.ts';
import { addAccountAlertsRoutes, addAlertsRoutes } from './alerts/routes.ts';
import { addLocationRoutes } from './devices/location-routes.ts';
import { addDevicesRoutes } from './devices/routes.ts';
import { addArrivalRoutes } from './direct/arrivals/routes.ts';
import { createDirect, type DirectMetrics } from './direct/create-direct.ts';
import { addKnockRoutes } from './direct/knocks/routes.ts';
import { addDirectRoutes } from './direct/routes.ts';
import { doorAddress } from './doors/mqtt/door-address.ts';
import { openDoors } from './doors/open-doors.ts';
import { addGroupsRoutes } from './groups/routes.ts';
import { addImportsRoutes } from './imports/routes.ts';
import { addCorrectionsRoutes } from './insights/corrections/routes.ts';
import { addForecastRoutes } from './insights/forecast/routes.ts';
import { addLeaksRoutes } from './insights/leaks/routes.ts';
import { addQualityRoutes } from './insights/quality/routes.ts';
import { addRefillsRoutes } from './insights/refills/routes.ts';
import { createLive } from './live/create-live.ts';
import { type ChangeListener, publishTo } from './live/publish-to.ts';
import type { StreamMetrics } from './live/streams.ts';
import { createWaterLoops, type LoopMetrics } from './loops.ts';
import { addMonthlyRoute } from './monthly/routes.ts';
import { addNotifications } from './notifications/add-notifications.ts';
import { observeNotifications } from './notifications/outbox/observe-notifications.ts';
import { deleteSubscriptionsOf } from './notifications/settings/subscriptions.ts';
import { addProgramTokenRoutes } from './program-tokens/routes.ts';
import { addPumpCommandsRoutes } from './pump-commands/routes.ts';
import { makeSchedulesOfOwnerDue } from './pump-commands/schedule-queries.ts';
import { addQuestionsRoutes } from './questions/routes.ts';
import { addReportsRoutes } from './reports/routes.ts';
import { addSensorConfigsRoutes } from './sensor-configs/routes.ts';
import { addSensorsRoutes } from './sensors/routes.ts';
import { addPayRoutes } from './sharing/pay-sms.ts';
import { addSharingRoutes } from './sharing/routes.ts';
import { addTanksRoutes } from './tanks/routes.ts';

/** Modules of this service that run beside the database connection. */
export const databaseModules: DatabaseModules = {
  procedures: [new URL('./record/sqlite/sqlite-commit.ts', import.meta.url)],
  renderers: [
    new URL('./sensors/history/reading-renderers.ts', import.meta.url),
    new URL('./sensors/history/thin-levels.ts', import.meta.url),
    new URL('./readings/number-rows.ts', import.meta.url),
    new URL('./insights/leaks/sum-up-quarters.ts', import.meta.url),
  ],
};

/** What accounts do here as well, also where this service does not run. */
export const besideAccounts = {
  endWithSessions: deleteSubscriptionsOf,
  zoneChanged: makeSchedulesOfOwnerDue,
};

type WaterDeps = ServiceDeps & {
  guard: Guard;
  /** Notices to the owner of an account. */
  notifyAccount: NotifyOwner;
  longReads: LongReads;
  /** The one service that runs; both where none is named. */
  only?: 'water' | 'sms' | undefined;
  metrics: DirectMetrics & StreamMetrics & LoopMetrics;
};

/** Adds document 1, the water level service, in the order of its section 4. */
export async function addWaterRoutes(
  app: App,
  deps: WaterDeps,
): Promise<{ components: Component[]; notifyOwner: NoticeWay; upgrades: Upgrades | undefined }> {
  const { config, metrics } = deps;
  observeNotifications({ ...deps, registry: metrics.registry });
  const live = createLive({ ...deps, limits: config.streams });
  const listeners: ChangeListener[] = [live.publisher];
  const publisher = publishTo(listeners);
  const { knocks, ofReadings, ...direct } = createDirect({ ...deps, publisher });
  const { onlineMs, commandMs, staleOnMs, sensorsPerDevice } = config;
  const limits = { onlineMs, commandMs, staleOnMs, sensorsPerDevice };
  const shared = { ...deps, ...limits, publisher, deviceChanges: ofReadings.devices };

  addDevicesRoutes(app, shared);
  addKnockRoutes(app, { ...deps, knocks });
  addArrivalRoutes(app, { ...deps, mqtt: doorAddress(config.mqtt) });
  addLocationRoutes(app, shared);
  addSharingRoutes(app, shared);
  addGroupsRoutes(app, shared);
  await addImportsRoutes(app, { ...shared, publicUrl: config.publicUrl });
  addSensorsRoutes(app, { ...shared, ...ofReadings });
  addSensorConfigsRoutes(app, shared);
  addPumpCommandsRoutes(app, shared);
  addAlertsRoutes(app, shared);
  addAccountAlertsRoutes(app, shared);
  addAlertDevicesRoute(app, shared);
  addReportsRoutes(app, shared);
  addMonthlyRoute(app, shared);
  addRefillsRoutes(app, shared);
  addCorrectionsRoutes(app, shared);
  addLeaksRoutes(app, shared);
  addQualityRoutes(app, shared);
  addForecastRoutes(app, shared);
  const { holdPayer, secrets, sms, ...notifications } = await addNotifications(app, shared);
  addPayRoutes(app, { ...shared, holdPayer });
  const { questionsPerPhone } = config;
  await addQuestionsRoutes(app, { ...shared, questionsPerPhone, secrets, sms });
  addProgramTokenRoutes(app, { ...deps, notifyOwner: deps.notifyAccount });
  addTanksRoutes(app, shared);
  await app.register(async (scope) => {
    parseFormsToo(scope);
    addDirectRoutes(scope, { ...shared, ...ofReadings });
  });
  const doors = openDoors(app, { ...shared, ...ofReadings, live });
  listeners.push(...doors.listeners);
  live.addRoutes(app);
  // A process announces its end to the others once nothing can happen here any more.
  return {
    components: [
      ...live.components,
      ...notifications.components,
      ...direct.components,
      ...doors.components,
      ...createWaterLoops({ ...shared, ...config }),
    ],
    notifyOwner: notifications.notifyOwner,
    upgrades: doors.upgrades,
  };
}
