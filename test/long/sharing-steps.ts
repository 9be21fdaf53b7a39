import fc from 'fast-check';

/** How many people there are, and how many tanks. */
export const people = 5;
export const tanks = 3;

const person = fc.nat(people - 1);
const tank = fc.nat(tanks - 1);
/** Mostly one of those who may share the tank at that time; else anybody. */
const by = fc.record({ person, amongManagers: fc.nat(3).map((one) => one > 0) });
const who = { tank, by };
/** Which of the invitations that were ever made, from the newest; ended and lost ones are tried too. */
const which = fc.oneof(fc.nat(2), fc.nat(2), fc.nat(9));
const shared = fc.constantFrom('viewer', 'operator', 'manager', 'manager');
const to = fc.oneof(person, person, fc.constantFrom('phone', 'self'));

const steps = {
  invite: fc.record({ kind: fc.constant('invite'), ...who, to, role: shared }),
  accept: fc.record({ kind: fc.constant('accept'), by, which }),
  /** By whom it is meant for, where that is somebody. */
  join: fc.record({ kind: fc.constant('join'), by, which }),
  unshare: fc.record({ kind: fc.constant('unshare'), by, which }),
  /** Gives somebody who is there another role. */
  change: fc.record({ kind: fc.constant('change'), ...who, which, role: shared }),
  leave: fc.record({ kind: fc.constant('leave'), tank, which }),
  transfer: fc.record({
    kind: fc.constant('transfer'),
    ...who,
    to: person,
    keepShares: fc.boolean(),
    keepHistory: fc.boolean(),
  }),
} as const;
/** Keeps all as it is, for `restore`. */
export const backUp = fc.record({ kind: fc.constant('backUp') });
export const restore = fc.record({ kind: fc.constant('restore') });
const usual = [
  { arbitrary: steps.invite, weight: 6 },
  { arbitrary: steps.join, weight: 6 },
  { arbitrary: steps.accept, weight: 2 },
  { arbitrary: steps.unshare, weight: 3 },
  { arbitrary: steps.change, weight: 2 },
  { arbitrary: steps.leave, weight: 1 },
  { arbitrary: steps.transfer, weight: 2 },
] as const;
/** Up to so many steps that people take. */
export const several = (most: number) =>
  fc.array(fc.oneof(...usual), { minLength: most / 2, maxLength: most, size: 'max' });
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
/** What is done, by whom. */
export type Step = Drawn<(typeof usual)[number]['arbitrary'] | typeof backUp | typeof restore>;

/** Somebody by number, or one of those who may share the tank. */
export type By = { person: number; amongManagers: boolean };
