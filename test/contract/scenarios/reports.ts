import assert from 'node:assert/strict';
import type { Answer } from '../../helpers/server/test-server.ts';
import type { Sample, Scenario, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const dayHours = 24;

/** A device of which there is something to report, six and eight days ago. */
async function prepare({ owner, newDevice, push, newCommand, newAlert }: World): Promise<Sample> {
  const device = await newDevice();
  await push(device, 6 * dayHours);
  await push(device, 8 * dayHours);
  await newCommand(device);
  await newAlert(device);
  return {
    token: owner.token,
    input: { device_id: device.id },
    optional: { start_date: '2026-11-01', end_date: '2026-11-20T12:00:00Z', sensor_name: 'main' },
  };
}

async function ask(action: string, world: World): Promise<Answer> {
  const { token, input } = await prepare(world);
  const path = `/api/reports.php?action=${action}&device_id=${input['device_id']}`;
  return await world.server.request('GET', path, { token });
}

/** Without a word a report comes as JSON. */
function inJson(action: string): (world: World) => Promise<void> {
  return async (world) => {
    const { headers } = await ask(action, world);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  };
}

async function withGroup(world: World): Promise<Sample> {
  const { token, group } = await world.newGroup();
  return { token, input: {}, optional: { month: '2026-11', group_id: group.id } };
}

function reportOn(action: string): Scenario {
  return {
    prepare,
    fallbacks: {
      period: async (world) => {
        const { body } = await ask(action, world);
        assert.equal((body as { period: string }).period, '7d');
      },
      format: inJson(action),
    },
  };
}

export const reportsScenarios: Scenarios = {
  'GET /api/reports.php?action=daily': reportOn('daily'),
  'GET /api/reports.php?action=usage': reportOn('usage'),
  'GET /api/reports.php?action=alerts': reportOn('alerts'),
  'GET /api/reports.php?action=pump': reportOn('pump'),
  'GET /api/reports.php?action=export': {
    prepare,
    fallbacks: {
      period: async (world) => {
        const { body } = await ask('export', world);
        assert.equal((body as unknown[]).length, 1);
      },
      format: inJson('export'),
    },
  },
  'GET /api/reports.php?action=monthly': {
    prepare: withGroup,
    statuses: {
      404: [async ({ owner }) => ({ token: owner.token, input: { group_id: 999_999_999 } })],
    },
    fallbacks: {
      format: inJson('monthly'),
      limit: async (world) => {
        const { body } = await ask('monthly', world);
        assert.ok((body as { rows: unknown[] }).rows.length > 0);
      },
    },
  },
};
