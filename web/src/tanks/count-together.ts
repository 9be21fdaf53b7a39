import { type Clock, createGathering } from './gather.ts';

/** Devices that are counted one by one within a second: of more, one question for all costs less. */
const mostCounted = 20;

type Counts = { ofDevice: (deviceId: string) => void; ofAll: () => void };

/**
 * Makes what is called for each device whose alerts were read: the first is counted at once, those that follow
 * within a second together and each once. Whoever marks all as read does so device by device.
 */
export function createCounting(counts: Counts, clock?: Clock): (deviceId: string) => void {
  const gathering = createGathering<string>(
    1_000,
    (deviceIds) => {
      const some = new Set(deviceIds);
      if (some.size > mostCounted) counts.ofAll();
      else some.forEach(counts.ofDevice);
    },
    clock,
  );
  return gathering.add;
}
