import type { Counter } from 'prom-client';
import type { Guard } from '../accounts/guard.ts';
import type { NoticeWay, NotifyOwner } from '../accounts/notices/notices.ts';
import type { DatabaseModules } from '../db/database.ts';
import type { KeyRefusal } from '../db/tables/device-tables.ts';
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
import { createArrivals } from './direct/arrivals/arrivals.ts';
import { addArrivalRoutes } from './direct/arrivals/routes.ts';
import { createDeviceDoor } from './direct/device-door.ts';
import { createKeyRefusals } from './direct/key-refusals.ts';
import { createKnocks, type Knocks } from './direct/knocks/knocks.ts';
import { observeKnocks } from './direct/knocks/observe-knocks.ts';
import { addKnockRoutes } from './direct/knocks/routes.ts';
import { createKnownDevices } from './direct/known-devices.ts';
import { createReadingRefusals } from './direct/reading-refusals.ts';
import { addDirectRoutes } from './direct/routes.ts';
import { createHomeAssistant } from './doors/home-assistant/home-assistant.ts';
import { addLorawan } from './doors/lorawan/routes.ts';
import { createClients } from './doors/mqtt/clients.ts';
import { createMqtt } from './doors/mqtt/create-mqtt.ts';
import { doorAddress } from './doors/mqtt/door-address.ts';
import { observeMqtt } from './doors/mqtt/observe-mqtt.ts';
import { createCommandSender } from './doors/mqtt/send-commands.ts';
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
import { observeRecorder, type RecorderMetrics } from './record/observe-recorder.ts';
import { createRecorder } from './record/recorder.ts';
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
  metrics: RecorderMetrics & StreamMetrics & LoopMetrics & { deviceRefusals: Counter<'reason'> };
};

/** Adds document 1, the water level service, in the order of its section 4. */
export async function addWaterRoutes(
  app: App,
  deps: WaterDeps,
): Promise<{ components: Component[]; notifyOwner: NoticeWay; upgrades: Upgrades | undefined }> {
  const { config, db, clock, secret, metrics } = deps;
  observeNotifications({ ...deps, registry: metrics.registry });
  const live = createLive({ ...deps, limits: config.streams });
  const mqttClients = createClients();
  const mqttCommands = config.mqtt.isOn
    ? createCommandSender({
        ...deps,
        publisher: live.publisher,
        clients: mqttClients,
        notices: db.notices,
      })
    : undefined;
  const listeners: ChangeListener[] = [live.publisher, ...(mqttCommands ? [mqttCommands] : [])];
  const publisher = publishTo(listeners);
  const keyRefusals = createKeyRefusals({ ...deps, publisher });
  const readingRefusals = createReadingRefusals({ ...deps, publisher });
  const countKeyRefusal = (deviceId: number, why: KeyRefusal): void => {
    metrics.deviceRefusals.inc({ reason: why });
    keyRefusals.note(deviceId, why, clock());
  };
  const arrivals = createArrivals({ ...deps, publisher });
  const knocks: Knocks = createKnocks({
    ...deps,
    notices: db.notices,
    count: observeKnocks(metrics.registry, () => knocks.size()),
  });
  const knownDevices = createKnownDevices({
    db,
    clock,
    notices: db.notices,
    secret,
    countKeyRefusal,
    noteKnock: knocks.note,
    burst: config.push.burst,
  });
  const { sensorsPerDevice, commandMs, staleOnMs } = config;
  const commandLives = { commandMs, staleOnMs };
  const shared = { ...deps, publisher, deviceChanges: knownDevices, sensorsPerDevice };
  const observer = observeRecorder(metrics);
  const recorder = createRecorder({ ...deps, ...config, listener: publisher, observer });

  addDevicesRoutes(app, { ...shared, onlineMs: config.onlineMs });
  addKnockRoutes(app, { ...deps, knocks });
  addArrivalRoutes(app, { ...deps, mqtt: doorAddress(config.mqtt) });
  addLocationRoutes(app, { ...shared, onlineMs: config.onlineMs });
  addSharingRoutes(app, { ...shared, ...commandLives, onlineMs: config.onlineMs });
  addGroupsRoutes(app, { ...shared, onlineMs: config.onlineMs });
  await addImportsRoutes(app, { ...shared, secret, publicUrl: config.publicUrl });
  const ofReports = { recorder, arrivals, retentionMs: config.retentionMs };
  addSensorsRoutes(app, { ...shared, ...commandLives, ...ofReports });
  addSensorConfigsRoutes(app, shared);
  addPumpCommandsRoutes(app, { ...shared, ...commandLives });
  addAlertsRoutes(app, shared);
  addAccountAlertsRoutes(app, shared);
  addAlertDevicesRoute(app, { ...shared, onlineMs: config.onlineMs });
  addReportsRoutes(app, shared);
  addMonthlyRoute(app, shared);
  addRefillsRoutes(app, shared);
  addCorrectionsRoutes(app, shared);
  addLeaksRoutes(app, shared);
  addQualityRoutes(app, shared);
  addForecastRoutes(app, shared);
  const notifications = await addNotifications(app, shared);
  addPayRoutes(app, { ...shared, holdPayer: notifications.holdPayer });
  const { onlineMs, questionsPerPhone } = config;
  await addQuestionsRoutes(app, {
    ...shared,
    ...commandLives,
    onlineMs,
    questionsPerPhone,
    secrets: notifications.secrets,
    sms: notifications.sms,
  });
  addProgramTokenRoutes(app, { ...deps, notifyOwner: deps.notifyAccount });
  addTanksRoutes(app, { ...shared, onlineMs: config.onlineMs });
  const ofReadings = {
    devices: knownDevices,
    readingRefusals,
    arrivals,
    countKeyRefusal,
    recorder,
    retentionMs: config.retentionMs,
    pushLimits: config.push,
    batchLimits: config.batches,
  };
  const deviceDoor = createDeviceDoor({ ...deps, ...ofReadings });
  await app.register(async (scope) => {
    parseFormsToo(scope);
    addDirectRoutes(scope, { ...shared, deviceDoor });
  });
  const lorawan = addLorawan(app, { ...shared, ...ofReadings, deviceDoor });
  const mqtt = mqttCommands
    ? createMqtt({
        ...shared,
        deviceDoor,
        devices: knownDevices,
        countKeyRefusal,
        bus: live.bus,
        clients: mqttClients,
        commands: mqttCommands,
        metrics: observeMqtt(metrics.registry, mqttClients.size),
        settings: { ...config.mqtt, host: config.host, httpPort: config.port },
      })
    : undefined;
  const { url: brokerUrl, discovery } = config.mqtt;
  const homeAssistant =
    mqtt &&
    createHomeAssistant({
      ...shared,
      ...commandLives,
      bus: live.bus,
      onlineMs,
      publicUrl: config.publicUrl,
      external: brokerUrl === undefined ? undefined : { publish: mqtt.publish, shows: discovery },
    });
  if (homeAssistant) mqtt?.addRoom(homeAssistant.room);
  if (homeAssistant?.listener) listeners.push(homeAssistant.listener);
  // Before the server waits for its last connections, to which those of WebSockets belong.
  if (mqtt) app.addHook('preClose', async () => await mqtt.component.stop?.());
  live.addRoutes(app);
  // A process announces its end to the others once nothing can happen here any more.
  return {
    components: [
      ...live.components,
      ...notifications.components,
      keyRefusals,
      readingRefusals,
      arrivals,
      recorder,
      ...lorawan,
      ...(mqtt ? [mqtt.component] : []),
      ...(homeAssistant?.components ?? []),
      ...createWaterLoops({ ...deps, ...config, publisher, deviceChanges: knownDevices }),
    ],
    notifyOwner: notifications.notifyOwner,
    upgrades: mqtt?.upgrades,
  };
}
