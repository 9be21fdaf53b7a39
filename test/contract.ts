import type { Operation } from './contract/operation.ts';
import { alerts } from './contract/table/alerts.ts';
import { auth } from './contract/table/auth.ts';
import { devices } from './contract/table/devices.ts';
import { direct } from './contract/table/direct.ts';
import { pumpCommands } from './contract/table/pump-commands.ts';
import { reports } from './contract/table/reports.ts';
import { sensorConfigs } from './contract/table/sensor-configs.ts';
import { sensors } from './contract/table/sensors.ts';

/** Promises of document 1, row by row of its section 4; `contract.test.ts` checks them. */
export const contract: Operation[] = [
  ...auth,
  ...devices,
  ...sensors,
  ...sensorConfigs,
  ...pumpCommands,
  ...alerts,
  ...reports,
  ...direct,
];
