import type { Batcher } from './batcher.ts';

/** Several batchers side by side, over which items are spread by a number that each has. */
export type LanedBatcher<I, O> = Omit<Batcher<I, O>, 'add'> & {
  /** Items with the same number wait for each other. */
  add: (number: number, item: I) => Promise<O>;
};

export function createLanes<I, O>(count: number, make: () => Batcher<I, O>): LanedBatcher<I, O> {
  const first = make();
  const lanes = [first, ...Array.from({ length: count - 1 }, make)];
  return {
    add: (number, item) => (lanes[number % lanes.length] ?? first).add(item),
    waiting: () => lanes.reduce((sum, lane) => sum + lane.waiting(), 0),
    idle: async () => void (await Promise.all(lanes.map((lane) => lane.idle()))),
  };
}
