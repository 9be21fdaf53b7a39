import type { Scenario, Scenarios } from '../scenario.ts';

const ofReading: Scenario = {
  prepare: async ({ owner, newDevice, push }) => {
    const device = await newDevice();
    await push(device, 1);
    return { token: owner.token, input: { device_id: device.id } };
  },
};

export const insightsScenarios: Scenarios = {
  'GET /api/insights.php?action=forecast': ofReading,
  'GET /api/insights.php?action=usual': ofReading,
};
