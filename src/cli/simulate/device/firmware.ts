import { minuteMs } from '../../../kit/time/units.ts';
import { type Random, uniform } from '../tank/random.ts';

/** How a device's program was written and how well its board behaves. */
export interface Firmware {
  /** Whether every reading carries `recorded_at`, and not only those that had to be kept. */
  stampsEveryReading: boolean;
  sendsSensorName: boolean;
  sendsApiKey: boolean;
  /** How far the device's clock is ahead of the true time at the start, in milliseconds. */
  clockOffsetMs: number;
  /** How much it runs ahead further, in parts per million (1 ppm is 86 ms a day). */
  clockDriftPpm: number;
  /** Whether the network fails: outages, and answers that get lost on their way back. */
  networkFails: boolean;
}

/** A board as the market has them; without troubles its clock is right and its network holds. */
export function randomFirmware(random: Random, troubles: boolean): Firmware {
  const firmware = {
    stampsEveryReading: random() < 0.6,
    sendsSensorName: random() < 0.5,
    sendsApiKey: random() < 0.35,
    clockOffsetMs: randomOffset(random),
    clockDriftPpm: uniform(random, -40, 40),
    networkFails: true,
  };
  return troubles
    ? firmware
    : { ...firmware, clockOffsetMs: 0, clockDriftPpm: 0, networkFails: false };
}

/** One in ten is ahead by more than the five minutes that the server allows. */
function randomOffset(random: Random): number {
  const luck = random();
  if (luck < 0.7) return 0;
  if (luck < 0.9) return Math.round(uniform(random, -4, 4) * minuteMs);
  return Math.round(uniform(random, 6, 45) * minuteMs);
}
