import { hourMs, minuteMs } from '../../../kit/time/units.ts';

/** Where the water of a refill comes from. */
export const refillSources = ['pump', 'tanker', 'mains'] as const;
export type RefillSource = (typeof refillSources)[number];

/** What a source was told by; in this order, the first that tells anything decides. */
export const sourceGrounds = ['owner', 'pump_status', 'command', 'receipt', 'rate'] as const;
export type SourceGround = (typeof sourceGrounds)[number];

/** What is known of a refill that tells its source. */
export type RefillFacts = {
  /** What the owner says. */
  stated: RefillSource | undefined;
  /** Whether the pump was seen on while it ran. */
  pumpWasOn: boolean;
  /** Whether an `on` command was executed then. */
  wasSwitchedOn: boolean;
  hasReceipt: boolean;
  /** Whether the tank has a pump that anything is known of. */
  hasPump: boolean;
  /** Litres that came in, where they are known; percent of capacity; and in which time. */
  litres: number | null;
  percent: number;
  milliseconds: number;
};

export type DecidedSource = { source: RefillSource; by: SourceGround };

/**
 * Litres a minute. Domestic pumps lift 20 to 80 a minute, a tanker's motor pump 300 to 1,000, and its
 * load also runs out by gravity at well over 100.
 */
const leastOfTanker = 100;
/** Percent of capacity an hour: where litres are not known, more than a pump that suits its tank gives. */
const leastShareOfTanker = 150;
/** Litres a minute: a half-inch or three-quarter-inch connection gives no more. */
const mostOfMains = 40;
const leastTimeOfMains = hourMs;

/**
 * Where the water of a refill came from: what people and the device say of it first, then how fast it
 * came. Undefined where nothing tells it, such as a slow refill of a tank that has a pump.
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
  // As if it had run for a minute at least: two readings may stand as close as one likes.
  const minutes = Math.max(1, milliseconds / minuteMs);
  const isFast =
    litres === null
      ? (percent / minutes) * 60 > leastShareOfTanker
      : litres / minutes > leastOfTanker;
  if (isFast) return 'tanker';
  const isSlow = litres === null || litres / minutes <= mostOfMains;
  return isSlow && !hasPump && milliseconds >= leastTimeOfMains ? 'mains' : undefined;
}
