import { type Admitted, isTaken } from './admit-readings.ts';
import type { Batch, BatchOutcome, Entry } from './batch-parts.ts';
import type { Consequence, RecordedReading } from './reading.ts';

/**
 * Returns what became of the readings and messages of a batch.
 * @param pending number of the commands that wait for each device.
 */
export function outcomeOf(
  { readings: { length: unsigned } }: Batch,
  { taken, placed }: Admitted,
  { pending, consequences }: { pending: Map<number, number>; consequences: Consequence[] },
): BatchOutcome {
  const recorded = taken.map((each) => (isTaken(each) ? toRecorded(each, pending) : each));
  return {
    recorded: recorded.slice(0, unsigned),
    messages: placed.map((place) => {
      if (!place) return undefined;
      const { outcome, first, end, isCopy } = place;
      const own = recorded.slice(first, end);
      return { outcome, recorded: isCopy ? own.map(asRepeated) : own };
    }),
    consequences,
  };
}

function toRecorded(
  { reading: { reportedAt }, row, sensor, isRepeated, isOther }: Entry,
  pending: Map<number, number>,
): RecordedReading {
  return {
    ...row,
    sensor_name: sensor.name,
    pending_commands: pending.get(row.device_id) ?? 0,
    ...(isRepeated && { isRepeated }),
    ...(isOther && { isOther }),
    ...(reportedAt !== undefined && { reported_at: reportedAt }),
  };
}

type Recorded = BatchOutcome['recorded'][number];

function asRepeated(recorded: Recorded): Recorded {
  return typeof recorded === 'string' ? recorded : { ...recorded, isRepeated: true };
}
