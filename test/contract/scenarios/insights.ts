import assert from 'node:assert/strict';
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
  'GET /api/insights.php?action=leaks': report('leaks'),
  'GET /api/insights.php?action=quality': report('quality'),
  'GET /api/insights.php?action=forecast': ofReading,
  'GET /api/insights.php?action=usual': ofReading,
};
