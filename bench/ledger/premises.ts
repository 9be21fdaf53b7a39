import {
  type EndUse,
  householdUses,
  litresOfUse,
  scaleUse,
  schoolUses,
  shopUses,
} from './end-uses.ts';
import { between, betweenRatios, chance, pick, type Random } from './random.ts';

/** A household's wash: some fills of a basin or machine one after another, on days of its own. */
export type Laundry = {
  /** Days on which it washes as a rule, 0 for Sunday. */
  weekdays: number[];
  /** Water of one wash: seconds after its begin, for so many seconds, litres a second. */
  fills: { after: number; seconds: number; flow: number }[];
};

/** Users of the tank. */
export type Premises = {
  kind: 'household' | 'shop' | 'school';
  /** People who live, work or learn there. */
  people: number;
  uses: EndUse[];
  laundry: Laundry | undefined;
  /** Demand of each day of the week, Sunday first, as a factor of `uses`. */
  weekdays: number[];
  /** Chance that a day begins a time away (holiday), of 1 to 3 days without any use. */
  away: number;
  /** Litres a day to expect over a week, times away left out. */
  litresADay: number;
};

/** Chances of a wash on a day of the rule and on any other: assumed. */
export const washes = { onItsDay: 0.85, elsewhen: 0.05 };

export function drawPremises(random: Random, kind: Premises['kind']): Premises {
  if (kind === 'household') return drawHousehold(random);
  return kind === 'shop' ? drawShop(random) : drawSchool(random);
}

/**
 * 2 to 10 people, most 3 to 6, at 40 to 120 litres a person and day, all uses and laundry together
 * (a family of five with mains in Nairobi counted 100: M. Kihanya, Sunday Nation, 3 April 2011).
 */
function drawHousehold(random: Random): Premises {
  const people = pick(random, [2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 10]);
  const litresADay = people * between(random, 40, 120);
  const uses = householdUses(random, people);
  // More at home on Saturday and Sunday: assumed.
  const weekdays = [1.1, 0.95, 0.95, 0.95, 0.95, 1, 1.15];
  const laundry = drawLaundry(random, people);
  const washed = laundry.fills.reduce((sum, fill) => sum + fill.seconds * fill.flow, 0);
  const rule = laundry.weekdays.length;
  const washesADay = (rule * washes.onItsDay + (7 - rule) * washes.elsewhen) / 7;
  const factor = litresADay / (expect(uses, weekdays) + washed * washesADay);
  for (const fill of laundry.fills) fill.seconds *= factor;
  const scaled = uses.map((use) => scaleUse(use, factor));
  return {
    kind: 'household',
    people,
    uses: scaled,
    laundry,
    weekdays,
    litresADay,
    away: 0.025,
  };
}

/**
 * One to three days a week, Saturday nearly always: by hand, a basin of 25 litres a person every
 * quarter of an hour or so (assumed), or in one household of five by machine, which takes 0.1667 l/s
 * for 121 s and three times 60 s in its two hours (NL).
 */
function drawLaundry(random: Random, people: number): Laundry {
  const weekdays = [...new Set([chance(random, 0.9) ? 6 : 0, pick(random, [2, 3, 4, 6])])];
  if (chance(random, 0.3)) weekdays.push(1);
  if (chance(random, 0.2)) {
    const loads = Array.from({ length: Math.ceil(people / 3) }, (_, load) => load * 7200);
    const cycle = [0, 3600, 4920, 6120];
    const fills = loads.flatMap((begin) =>
      cycle.map((at) => ({ after: begin + at, seconds: at === 0 ? 121 : 60, flow: 0.1667 })),
    );
    return { weekdays, fills };
  }
  const flow = between(random, 0.13, 0.2);
  const gap = between(random, 600, 1500);
  const fills = Array.from({ length: people }, (_, fill) => ({
    after: fill * gap,
    seconds: 25 / flow,
    flow,
  }));
  return { weekdays, fills };
}

/** 150 to 1,500 litres on a day of business; Sunday closed, short, or the best day of an eating place. */
function drawShop(random: Random): Premises {
  const people = Math.floor(between(random, 2, 13));
  const sunday = pick(random, [0, 0.1, 0.5, 1.3]);
  const saturday = sunday > 1 ? 1.4 : 1.1;
  return scaleTo(betweenRatios(random, 150, 1500), {
    kind: 'shop',
    people,
    uses: shopUses(people),
    laundry: undefined,
    away: 0.01,
    weekdays: [sunday, 1, 1, 1, 1, 1.05, saturday],
  });
}

/** A day school: pupils from Monday to Friday, some on Saturday, who guards it on Sunday. */
function drawSchool(random: Random): Premises {
  const people = Math.floor(between(random, 80, 350));
  return scaleTo(people * between(random, 4, 12), {
    kind: 'school',
    people,
    uses: schoolUses(people),
    laundry: undefined,
    away: 0.02,
    weekdays: [0.04, 1, 1, 1, 1, 0.95, pick(random, [0.05, 0.25])],
  });
}

function scaleTo(litres: number, premises: Omit<Premises, 'litresADay'>): Premises {
  const factor = litres / expect(premises.uses, [1]);
  const uses = premises.uses.map((use) => scaleUse(use, factor));
  return { ...premises, uses, litresADay: expect(uses, premises.weekdays) };
}

function expect(uses: EndUse[], weekdays: number[]): number {
  const litres = uses.reduce((sum, use) => sum + litresOfUse(use), 0);
  return (litres * weekdays.reduce((sum, factor) => sum + factor, 0)) / weekdays.length;
}
