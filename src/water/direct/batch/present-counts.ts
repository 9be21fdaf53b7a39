import type { Count } from '../../boot-times.ts';
import type { NewReading } from '../../record/reading.ts';
import type { KnownDevice } from '../known-device.ts';
import { countOf } from '../reading-of.ts';
import type { BatchHead, BatchReading } from './schemas.ts';

type Counted = { form: BatchReading; device: KnownDevice; reading: NewReading };

/**
 * Where the counts of the devices of a batch stand now: as the batch says; else at the newest of a device's
 * readings, since a board sends when it has measured, unless that one has an instant of its own.
 */
export function presentCounts(rows: Counted[], head: BatchHead): Map<KnownDevice, Count> {
  const presents = new Map<KnownDevice, Count>();
  for (const [device, some] of Map.groupBy(rows, (row) => row.device)) {
    const counted = some.flatMap(({ form, reading: { recordedAt } }) => {
      const count = countOf(form);
      return count ? [{ ...count, recordedAt }] : [];
    });
    if (counted.length === 0) continue;
    const newest = counted.reduce((last, each) => (isLater(each, last) ? each : last));
    const said = countOf(head);
    if (said) {
      presents.set(device, said);
    } else if (newest.recordedAt === null) {
      presents.set(device, { boot: newest.boot, seq: newest.seq });
    }
  }
  return presents;
}

function isLater(one: Count, other: Count): boolean {
  return one.boot === other.boot ? one.seq > other.seq : one.boot > other.boot;
}
