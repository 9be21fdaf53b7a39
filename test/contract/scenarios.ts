import type { Scenarios } from './scenario.ts';
import { accountAdditionsScenarios } from './scenarios/account-additions.ts';
import { accountPhonesScenarios } from './scenarios/account-phones.ts';
import { additionsScenarios } from './scenarios/additions.ts';
import { alertsScenarios } from './scenarios/alerts.ts';
import { authScenarios } from './scenarios/auth.ts';
import { devicesScenarios } from './scenarios/devices.ts';
import { directScenarios } from './scenarios/direct.ts';
import { groupsScenarios } from './scenarios/groups.ts';
import { insightsScenarios } from './scenarios/insights.ts';
import { notificationsScenarios } from './scenarios/notifications.ts';
import { pumpCommandsScenarios } from './scenarios/pump-commands.ts';
import { reportsScenarios } from './scenarios/reports.ts';
import { sensorConfigsScenarios } from './scenarios/sensor-configs.ts';
import { sensorsScenarios } from './scenarios/sensors.ts';
import { sharingScenarios } from './scenarios/sharing.ts';

/** One for each row of the contract, and of what we add to it. */
export const scenarios: Scenarios = {
  ...authScenarios,
  ...devicesScenarios,
  ...sensorsScenarios,
  ...sensorConfigsScenarios,
  ...pumpCommandsScenarios,
  ...alertsScenarios,
  ...reportsScenarios,
  ...directScenarios,
  ...accountAdditionsScenarios,
  ...accountPhonesScenarios,
  ...additionsScenarios,
  ...insightsScenarios,
  ...sharingScenarios,
  ...groupsScenarios,
  ...notificationsScenarios,
};
