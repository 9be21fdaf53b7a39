import { chance, type Random } from './random.ts';

/** Which hours of the day a use falls in: a row of `hourWeights`. */
export type Hours = 'body' | 'kitchen' | 'chores' | 'outside' | 'counter' | 'lessons';

/**
 * One kind of use as SIMDEUM has it: a rectangular pulse that starts at random in the day's pattern
 * and runs for a random time at a random flow, constant within the pulse.
 *
 * Blokker, Vreeburg and van Dijk (2010), "Simulating Residential Water Demand with a Stochastic
 * End-Use Model", J. Water Resour. Plann. Manage. 136(1). "NL" and "UK" below are the figures of its
 * Dutch and British data in KWR-Water/pysimdeum; "assumed" has no source but Kenyan custom.
 */
export type EndUse = {
  name: string;
  /** Mean number of uses a day in the whole premises. */
  usesADay: number;
  /** Standard deviation of the logarithm of a day's own mean: above 0, more spread than Poisson. */
  clump: number;
  /** Mean duration. */
  seconds: number;
  /** Spread of durations; `fixed` where a cistern or a bucket is filled. */
  spread: 'fixed' | 'lognormal' | 'chi-square';
  /** Litres a second, even from low to high. */
  flow: readonly [low: number, high: number];
  hours: Hours;
};

/** Mean litres a day. */
export function litresOfUse(use: EndUse): number {
  return use.usesADay * use.seconds * ((use.flow[0] + use.flow[1]) / 2);
}

/**
 * A thriftier or more generous version of a use: what fills a vessel is used more or less often, and
 * the rest both more or less often and for longer or shorter.
 */
export function scaleUse(use: EndUse, factor: number): EndUse {
  if (use.spread === 'fixed') return { ...use, usesADay: use.usesADay * factor };
  const root = Math.sqrt(factor);
  return { ...use, usesADay: use.usesADay * root, seconds: use.seconds * root };
}

/** NL: a cistern fills at 0.042 l/s, 9 litres in 3.6 minutes or 6 in 2.4. */
const cisterns = [
  { seconds: 216, flow: [0.042, 0.042] },
  { seconds: 144, flow: [0.042, 0.042] },
] as const;
/** 1.5 to 3 litres to flush by hand (WHO, standards for schools in low-cost settings, 2009). */
const pourFlush = { seconds: 25, flow: [0.06, 0.12] } as const;

/** Uses of a household, not yet scaled to what its people use in all. */
export function householdUses(random: Random, people: number): EndUse[] {
  // Seven of ten have a cistern, a third a shower; the others pour and wash from a bucket: assumed.
  const toilet = chance(random, 0.7) ? cisterns[random() < 0.5 ? 0 : 1] : pourFlush;
  const bath = chance(random, 0.35)
    ? // NL: chi-square around 8.8 minutes at 0.123 to 0.142 l/s; shorter and slower here (an instant
      // heater of 5 kW passes some 4 to 7 litres a minute): assumed.
      ({ seconds: 300, spread: 'chi-square', flow: [0.07, 0.12] } as const)
    : // A bucket of 16 litres from a tap.
      ({ seconds: 100, spread: 'fixed', flow: [0.12, 0.2] } as const);
  const plain = { clump: 0, spread: 'lognormal', hours: 'body' } as const;
  return [
    // NL: 5.9 a person and day; two in three of them at home (assumed).
    { ...plain, name: 'toilet', usesADay: 4 * people, spread: 'fixed', ...toilet },
    // NL: 0.72 a person and day; assumed more in a warmer country.
    { ...plain, name: 'bath', usesADay: 0.9 * people, ...bath },
    // NL: 4.1 a person and day, one in three for 40 s, two for 15 s, 0 to 0.083 l/s.
    { ...plain, name: 'washing', usesADay: 1.4 * people, seconds: 40, flow: [0, 0.083] },
    { ...plain, name: 'teeth', usesADay: 2.7 * people, seconds: 15, flow: [0, 0.083] },
    ...kitchenUses(people),
    // A bucket of 12 litres to mop, every other day and more where more live: assumed.
    {
      ...plain,
      name: 'mopping',
      usesADay: 0.4 + 0.1 * people,
      hours: 'chores',
      seconds: 80,
      spread: 'fixed',
      flow: [0.12, 0.18],
    },
    // UK: 0.44 a day, three of four for 300 s of garden or car, 0 to 0.2 l/s; in 58 % of houses.
    ...(chance(random, 0.58)
      ? [{ ...plain, ...outside, name: 'outside', usesADay: 0.33, seconds: 300 }]
      : []),
  ];
}

const outside = { hours: 'outside', flow: [0, 0.2] } as const;

/**
 * NL: 10.1 uses a day for one person, 13.5 for five, with a deviation of 7 to 9 (negative binomial;
 * here Poisson around a mean that spreads by 0.5); 37.5 % drinking and cooking for 15 s at up to
 * 0.167 l/s, 25 % dishes for 45 s at up to 0.25 l/s, the rest hands and small things.
 */
function kitchenUses(people: number): EndUse[] {
  const usesADay = 9.25 + 0.85 * people;
  const tap = { clump: 0.5, spread: 'lognormal', hours: 'kitchen' } as const;
  return [
    { ...tap, name: 'cooking', usesADay: 0.375 * usesADay, seconds: 15, flow: [0, 0.167] },
    { ...tap, name: 'dishes', usesADay: 0.25 * usesADay, seconds: 45, flow: [0, 0.25] },
    { ...tap, name: 'hands', usesADay: 0.375 * usesADay, seconds: 15, flow: [0, 0.083] },
  ];
}

/** A shop, salon or eating place with so many people at work: all assumed, on the taps of above. */
export function shopUses(people: number): EndUse[] {
  const plain = { clump: 0.2, spread: 'lognormal', hours: 'counter' } as const;
  return [
    { ...plain, name: 'toilet', usesADay: 5 * people, spread: 'fixed', ...cisterns[1] },
    { ...plain, name: 'hands', usesADay: 8 * people, seconds: 15, flow: [0, 0.083] },
    { ...plain, name: 'dishes', usesADay: 5 * people, seconds: 45, flow: [0, 0.25] },
    { ...plain, name: 'bucket', usesADay: people, seconds: 120, flow: [0.1, 0.2] },
  ];
}

/** A day school, WHO 2009 (as above): some 5 litres a pupil, and what its toilets take. */
export function schoolUses(pupils: number): EndUse[] {
  const plain = { clump: 0.1, spread: 'lognormal', hours: 'lessons' } as const;
  return [
    { ...plain, name: 'toilet', usesADay: 1.2 * pupils, spread: 'fixed', ...pourFlush },
    { ...plain, name: 'hands', usesADay: 2 * pupils, seconds: 12, flow: [0, 0.1] },
    { ...plain, name: 'kitchen', usesADay: 0.08 * pupils, seconds: 150, flow: [0.1, 0.2] },
  ];
}

/**
 * Distribution of the uses of a day over its 24 hours, local time, in shares of any sum: morning and
 * evening peaks as SIMDEUM gets them from rising (7:00), leaving, coming back and sleep, an hour earlier as
 * Nairobi rises (assumed), later and broader at weekends.
 */
export const hourWeights: Record<Hours, { workday: number[]; weekend: number[] }> = {
  body: {
    workday: [1, 0.5, 0.5, 0.5, 1.5, 5, 8, 6, 3, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5, 6, 6, 5, 3.5, 2],
    weekend: [1, 0.5, 0.5, 0.5, 0.7, 1.5, 3, 5, 6, 6, 5, 4, 4, 3, 3, 3, 4, 4, 5, 5, 5, 4, 3, 2],
  },
  kitchen: {
    workday: [0, 0, 0, 0, 0.5, 3, 6, 5, 3, 2, 2, 3, 4, 4, 2, 2, 3, 4, 7, 8, 6, 3, 1, 0.3],
    weekend: [0, 0, 0, 0, 0.2, 1, 3, 5, 6, 5, 3, 3, 5, 6, 4, 2, 3, 4, 6, 7, 6, 4, 2, 0.5],
  },
  chores: {
    workday: [0, 0, 0, 0, 0, 0.5, 2, 4, 6, 7, 6, 4, 2, 1, 1, 1, 1, 0.5, 0.5, 0, 0, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 1, 3, 6, 8, 7, 5, 3, 2, 2, 1, 1, 0.5, 0, 0, 0, 0, 0, 0],
  },
  outside: {
    workday: [0, 0, 0, 0, 0, 0.5, 3, 3, 2, 1, 1, 0.5, 0.5, 0.5, 0.5, 1, 3, 4, 3, 1, 0, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 2, 3, 4, 4, 3, 2, 1, 1, 1, 2, 3, 4, 2, 0, 0, 0, 0, 0],
  },
  counter: {
    workday: [0, 0, 0, 0, 0, 0, 0.5, 2, 4, 5, 5, 5, 7, 7, 5, 4, 4, 5, 4, 2, 1, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 6, 7, 7, 6, 5, 4, 4, 4, 3, 2, 0.5, 0, 0],
  },
  lessons: {
    workday: [0, 0, 0, 0, 0, 0, 1, 4, 2, 2.5, 7, 2.5, 4, 7, 2.5, 3, 5, 2, 0.5, 0, 0, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  },
};
