import type { SensorKind } from '../../incidents/kinds.ts';
import type { Detector } from '../detector.ts';
import { dryRun } from './dry-run.ts';
import { jump } from './jump.ts';
import { lowWater } from './low-water.ts';
import { noiseGrown } from './noise-grown.ts';
import { overflow } from './overflow.ts';
import { runsOn } from './runs-on.ts';
import { stuck } from './stuck.ts';

/** What every new reading is looked through for, in this order. CONTRIBUTING.md says what a new one takes. */
export const tankDetectors: readonly { [K in SensorKind]: Detector<K> }[SensorKind][] = [
  lowWater,
  overflow,
  stuck,
  jump,
  noiseGrown,
  dryRun,
  runsOn,
];
