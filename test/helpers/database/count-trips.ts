import type { Partition, Partitions } from '../../../src/db/pipeline.ts';

/** Partitions that record the round trips of each transaction on them, oldest first. */
export function countTrips(partitions: Partitions): { partitions: Partitions; trips: number[] } {
  const trips: number[] = [];
  const known = new Map<Partition, Partition>();
  const counted = (partition: Partition): Partition => ({
    ...partition,
    run: (work) =>
      partition.run(async (pipeline) => {
        const index = trips.push(0) - 1;
        const count = () => {
          trips[index] = (trips[index] ?? 0) + 1;
        };
        return await work({
          ask: (...asked) => {
            count();
            return pipeline.ask(...asked);
          },
          commit: (...asked) => {
            count();
            return pipeline.commit(...asked);
          },
        });
      }),
  });
  const of = (deviceId: number) => {
    const partition = partitions.of(deviceId);
    const same = known.get(partition) ?? counted(partition);
    known.set(partition, same);
    return same;
  };
  return { partitions: { ...partitions, of }, trips };
}
