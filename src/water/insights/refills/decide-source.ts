import { hourMs, minuteMs } from '../../../kit/time/units.ts';

export const refillSources = ['pump', 'tanker', 'mains'] as const;
export type RefillSource = (typeof refillSources)[number];

/** Grounds for a source, in the order of precedence. */
export const sourceGrounds = ['owner', 'pump_status', 'command', 'receipt', 'rate'] as const;
export type SourceGround = (typeof sourceGrounds)[number];

export type RefillFacts = {
  stated: RefillSource | undefined;
  /** True if the pump was reported on while the refill ran. */
  pumpWasOn: boolean;
  /** True if an `on` command was executed at the time. */
  wasSwitchedOn: boolean;
  hasReceipt: boolean;
  hasPump: boolean;
  /** Litres that came in, where they are known; percent of capacity; and the time that it took. */
  litres: number | null;
  percent: number;
  milliseconds: number;
};

export type DecidedSource = { source: RefillSource; by: SourceGround };

/**
 * Least flow of a tanker in litres a minute. Domestic pumps lift 20 to 80, a tanker's motor pump 300 to
 * 1,000, and by gravity its load also runs out at well over 100.
 */
const leastOfTanker = 100;
/**
 * The same in percent of capacity an hour, where litres are unknown: more than a pump that suits its tank
 * gives.
 */
const leastShareOfTanker = 150;
/** Greatest flow of mains in litres a minute: of a half-inch or three-quarter-inch connection. */
const mostOfMains = 40;
const leastTimeOfMains = hourMs;

/**
 * Decides the source of a refill: first by the reports of people and device, then by its rate. Undefined
 * where nothing is significant, such as for a slow refill of a tank that has a pump.
 */
export function decideSource(facts: RefillFacts): DecidedSource | undefined {
  if (facts.stated) return { source: facts.stated, by: 'owner' };
  if (facts.pumpWasOn) return { source: 'pump', by: 'pump_status' };
  if (facts.wasSwitchedOn) return { source: 'pump', by: 'command' };
  if (facts.hasReceipt) return { source: 'tanker', by: 'receipt' };
  const source = sourceByRate(facts);
  return source && { source, by: 'rate' };
}

function sourceByRate(facts: RefillFacts): RefillSource | undefined {
  const { litres, percent, milliseconds, hasPump } = facts;
  // At least a minute, since two readings may be arbitrarily close.
  const minutes = Math.max(1, milliseconds / minuteMs);
  const isFast =
    litres === null
      ? (percent / minutes) * 60 > leastShareOfTanker
      : litres / minutes > leastOfTanker;
  if (isFast) return 'tanker';
  const isSlow = litres === null || litres / minutes <= mostOfMains;
  return isSlow && !hasPump && milliseconds >= leastTimeOfMains ? 'mains' : undefined;
}
