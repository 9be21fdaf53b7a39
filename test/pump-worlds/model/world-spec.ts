import type { BoardSpec } from './board.ts';
import type { Demand } from './demand.ts';
import type { NetworkSpec } from './network.ts';
import type { PumpSpec } from './pump.ts';
import type { SensorSpec } from './sensor.ts';
import type { SourceSpec } from './source.ts';

/** What the owner told the server, and does later. */
export type OwnerSpec = {
  /** `auto`; `schedule` of the stretches below; `hand`: an `on` each morning at seven. */
  steers: 'auto' | 'schedule' | 'hand';
  onBelow: number;
  offAbove: number;
  low: number;
  high: number;
  maxMinutes: number;
  restMinutes: number;
  litresPerHour?: number;
  schedule?: readonly { days: string[]; from: string; until: string }[];
  /** Every third day at ten an `on` by hand, and at noon `auto` again. */
  interferes?: boolean;
  /** Clears a latch each morning at eight. */
  clearsLatch?: boolean;
};

export type WorldSpec = {
  name: string;
  tank: { litres: number; startPercent: number };
  demand: Demand;
  source: SourceSpec;
  pump: PumpSpec;
  sensor: SensorSpec;
  board: BoardSpec;
  network: NetworkSpec;
  /** Times a week that the place is without current for 5 minutes to 3 hours. */
  powerCutsPerWeek?: number;
  owner: OwnerSpec;
};
