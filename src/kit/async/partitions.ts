import type { Batcher } from './batcher.ts';

/** Several batchers side by side, over which items are spread by a number that each has. */
export type PartitionedBatcher<I, O> = Omit<Batcher<I, O>, 'add'> & {
  /** Items with the same number wait for each other. */
  add: (number: number, item: I) => Promise<O>;
};

export function createPartitions<I, O>(
  count: number,
  make: () => Batcher<I, O>,
): PartitionedBatcher<I, O> {
  const first = make();
  const partitions = [first, ...Array.from({ length: count - 1 }, make)];
  return {
    add: (number, item) => (partitions[number % partitions.length] ?? first).add(item),
    waiting: () => partitions.reduce((sum, each) => sum + each.waiting(), 0),
    idle: async () => void (await Promise.all(partitions.map((each) => each.idle()))),
  };
}
