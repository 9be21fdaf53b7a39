import type { SensorKind } from '../../incidents/kinds.ts';
import type { Detector } from '../detector.ts';
import { heavyUse } from './heavy-use.ts';
import { jump } from './jump.ts';
import { lowWater, overflow } from './level-thresholds.ts';
import { noiseGrown } from './noise-grown.ts';
import { dryRun, runsOn } from './pump-runs.ts';
import { stuck } from './stuck.ts';

/** Detectors of a reading, in the order in which they run. CONTRIBUTING.md lists what a new one needs. */
export const tankDetectors: readonly { [K in SensorKind]: Detector<K> }[SensorKind][] = [
  lowWater,
  overflow,
  stuck,
  jump,
  noiseGrown,
  dryRun,
  runsOn,
  heavyUse,
];
