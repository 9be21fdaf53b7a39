import type { SensorKind } from '../incidents/kinds.ts';
import type { Detector } from './detector.ts';
import { dryRun } from './dry-run.ts';
import { lowWater } from './low-water.ts';
import { overflow } from './overflow.ts';
import { runsOn } from './runs-on.ts';

/** What every new reading is looked through for, in this order. A new detector is a file and a line. */
export const detectors: readonly { [K in SensorKind]: Detector<K> }[SensorKind][] = [
  lowWater,
  overflow,
  dryRun,
  runsOn,
];
