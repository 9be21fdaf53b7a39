import assert from 'node:assert/strict';
import { hourMs } from '../../../src/kit/time/units.ts';
import type { Sample, Scenario, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

/** A device with a sensor. */
async function prepare({ owner, newDevice, push }: World): Promise<Sample> {
  const device = await newDevice();
  await push(device);
  const optional = { start_date: '2026-11-01', end_date: '2026-11-20T12:00:00Z' };
  return { token: owner.token, input: { device_id: device.id }, optional };
}

const ofMain = async (world: World, input: Record<string, unknown>): Promise<Sample> => {
  const { token, input: device } = await prepare(world);
  return { token: token ?? '', input: { ...device, sensor_name: 'main', ...input } };
};

const noSensor = async (world: World, input: Record<string, unknown>): Promise<Sample> =>
  await ofMain(world, { ...input, sensor_name: 'nowhere' });

const receipt = { received_at: '2026-11-20T08:00:00Z', litres: 5000 };
const refill = { began_at: '2026-11-20T08:00:00Z' };

const usualPeriod = (action: string) => async (world: World) => {
  const { token, input } = await prepare(world);
  const path = `/api/insights.php?action=${action}&device_id=${input['device_id']}`;
  const { body } = await world.server.request('GET', path, { token });
  assert.equal((body as { period: string }).period, '7d');
};

const cleaning = { from: '2026-11-21T05:00:00Z', until: '2026-11-21T06:00:00Z' };

/** A stretch that begins after the newest reading. */
const behindReadings = async ({ owner, newDevice, push }: World): Promise<Sample> => {
  const device = await newDevice();
  await push(device, 4);
  const input = { device_id: device.id, sensor_name: 'main', ...cleaning };
  return { token: owner.token, input };
};

/** A device with a refill that is over. */
const withRefill = async ({ owner, server, newDevice, make }: World) => {
  const { id: device_id } = await newDevice();
  for (const [hoursAgo, level] of [
    [6, 30],
    [5, 30],
    [4, 80],
    [1, 80],
    [0, 80],
  ] as const) {
    const recorded_at = new Date(server.clock.now - hoursAgo * hourMs).toISOString();
    const reading = { device_id, sensor_name: 'main', level, recorded_at };
    await make('POST /api/sensors.php?action=reading', reading);
  }
  const { token } = owner;
  const path = `/api/insights.php?action=refills&device_id=${device_id}`;
  const { body } = await server.request('GET', path, { token });
  const [refill] = (body as { refills: { id: string }[] }).refills;
  return { device_id, sample: { token, input: { id: refill?.id } } };
};

const refilled = async (world: World): Promise<Sample> => (await withRefill(world)).sample;

const refilledLongAgo = async (world: World): Promise<Sample> => {
  const { device_id, sample } = await withRefill(world);
  const ofDevice = ['device_id', '=', Number(device_id)] as const;
  await world.server.db.write
    .deleteFrom('readings')
    .where(...ofDevice)
    .execute();
  return sample;
};

const report = (action: string): Scenario => ({
  prepare,
  fallbacks: { period: usualPeriod(action) },
});

const ofReading: Scenario = {
  prepare: async ({ owner, newDevice, push }) => {
    const device = await newDevice();
    await push(device, 1);
    return { token: owner.token, input: { device_id: device.id } };
  },
};

export const insightsScenarios: Scenarios = {
  'GET /api/insights.php?action=refills': {
    prepare: async (world) => {
      const { optional, ...sample } = await prepare(world);
      return { ...sample, optional: { ...optional, before: '12-1-mwpyfatf' } };
    },
    fallbacks: {
      period: usualPeriod('refills'),
      // `refills.test.ts` shows that a page has 50, where there are as many.
      limit: usualPeriod('refills'),
    },
  },
  'POST /api/insights.php?action=receipt': {
    prepare: (world) => ofMain(world, receipt),
    statuses: { 404: [(world) => noSensor(world, receipt)] },
  },
  'DELETE /api/insights.php?action=delete-receipt': {
    prepare: async (world) => {
      const { token, input } = await ofMain(world, receipt);
      const { id } = await world.make<{ id: number }>(
        'POST /api/insights.php?action=receipt',
        input,
      );
      return { token: token ?? '', input: { id } };
    },
  },
  'PUT /api/insights.php?action=refill-source': {
    prepare: (world) => ofMain(world, refill),
    statuses: { 404: [(world) => noSensor(world, refill)] },
  },
  'GET /api/insights.php?action=corrections': {
    prepare: async (world) => {
      const { token, input } = await prepare(world);
      return { token: token ?? '', input };
    },
  },
  'POST /api/insights.php?action=cleaning': {
    prepare: (world) => ofMain(world, cleaning),
    statuses: {
      404: [(world) => noSensor(world, cleaning)],
      409: [behindReadings],
    },
  },
  'DELETE /api/insights.php?action=delete-refill': {
    prepare: refilled,
    statuses: { 409: [refilledLongAgo] },
  },
  'DELETE /api/insights.php?action=delete-correction': {
    prepare: async (world) => {
      const { token, input } = await ofMain(world, cleaning);
      const { id } = await world.make<{ id: number }>(
        'POST /api/insights.php?action=cleaning',
        input,
      );
      return { token: token ?? '', input: { id } };
    },
  },
  'GET /api/insights.php?action=leaks': report('leaks'),
  'GET /api/insights.php?action=quality': report('quality'),
  'GET /api/insights.php?action=forecast': ofReading,
  'GET /api/insights.php?action=usual': ofReading,
};
