import { Type } from 'typebox';
import { actionsForUsers, actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { actorOf } from '../device-log.ts';
import { deviceFinder, findDeviceFor, requireRecord } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { calibrate } from './calibrate.ts';
import { removeConfig, saveConfig } from './change-config.ts';
import { findConfigs, findDeviceOfConfig } from './queries.ts';
import { CalibrateForm, Config, ConfigForm, ListQuery, presentConfig, Removed } from './schemas.ts';

export type SensorConfigsDeps = PublishDeps & {
  guard: Guard;
  deviceChanges: DeviceChanges;
  sensorsPerDevice: number;
};

const path = '/api/sensor_configs.php';

/** Adds the operations of document 1, section 4 "Sensor configs", and the calibration of a sensor. */
export function addSensorConfigsRoutes(app: App, deps: SensorConfigsDeps): void {
  const { db, guard, deviceChanges, publisher } = deps;
  const action = actionsForUsers(guard, 'Sensor configs');
  const forViewers = actionsForViewers(guard, 'Sensor configs');
  const deviceOf = deviceFinder('see', guard, db);

  app.get(
    path,
    forViewers('list', {
      summary: "A device's sensor configurations",
      querystring: ListQuery,
      response: { 200: Type.Array(Config), ...fails(404) },
    }),
    async (request) => {
      const device = await deviceOf(request);
      const configs = await findConfigs(db.read, device.id);
      return configs.map(presentConfig);
    },
  );

  app.post(
    path,
    action('save', {
      summary: "Create or update a sensor's configuration",
      body: ConfigForm,
      response: {
        200: { ...Config, description: 'Updated.' },
        201: { ...Config, description: 'Created.' },
        ...fails(403, 404, 409),
      },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'manage', { userId }, request.body.device_id);
      const { config, isNew } = await saveConfig(
        deps,
        actorOf(guard, request),
        device,
        request.body,
      );
      reply.code(isNew ? 201 : 200);
      return presentConfig(config);
    },
  );

  app.delete(
    path,
    action('remove', {
      summary: "Remove a sensor's configuration",
      querystring: ById,
      response: { 200: Removed, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      const { userId } = guard.callerOf(request);
      const found = await findDeviceOfConfig(db.read, userId, id);
      const device = requireRecord('manage', 'Sensor configuration', found);
      const { sensor_name } = device;
      const config = { device_id: device.id, id, sensor_name };
      const removed = await removeConfig(deps, actorOf(guard, request), config);
      if (!removed) throw failures.notFound('Sensor configuration');
      deviceChanges.forget(device.identity);
      publisher.deviceChanged(device.id);
      return { id, removed };
    },
  );

  app.post(
    path,
    action('calibrate', {
      summary: 'Correct a sensor by what is known of the water in its tank',
      body: CalibrateForm,
      response: { 200: Config, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'manage', { userId }, request.body.device_id);
      return presentConfig(await calibrate(deps, actorOf(guard, request), device, request.body));
    },
  );
}
