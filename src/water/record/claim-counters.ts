import { type ClaimOutcome, takeClaim } from '../signed-counter.ts';
import type { Batch } from './batch-parts.ts';
import type { Devices } from './device-status.ts';
import type { NewReading } from './reading.ts';

/** What became of a signed message, and where its readings are among all of the batch: from `first` to before `end`. */
type Placed = {
  outcome: ClaimOutcome;
  first: number;
  end: number;
  /** Set where another one of the batch is the very same, whose readings these are. */
  isCopy?: true;
};

type Claimed = {
  /** Those of no signed message, then those of signed ones that are good. */
  readings: NewReading[];
  /** In the order of the batch; undefined where the device is gone. */
  placed: (Placed | undefined)[];
  /** Devices that have sent something new. */
  seen: number[];
};

/**
 * Takes the counters of the signed messages of a batch, while their devices are held, so that they and the readings
 * that they bring are stored together or not at all.
 */
export function claimCounters(
  devices: Devices,
  { readings: unsigned, messages, now }: Batch,
): Claimed {
  const readings = [...unsigned];
  const seen: number[] = [];
  const known = new Map<string, Placed>();
  const placed = messages.map(({ deviceId, claim, at: cameAt, readings: own }) => {
    const device = devices.get(deviceId);
    if (!device) return undefined;
    const key = `${deviceId} ${claim.tag}`;
    const same = known.get(key);
    if (same) {
      return { ...same, outcome: { verdict: 'repeated', at: now }, isCopy: true } satisfies Placed;
    }
    const { outcome, packed } = takeClaim(device.signed, claim, now);
    device.signed = packed;
    const first = readings.length;
    if (outcome.verdict === 'taken') seen.push(deviceId);
    if (outcome.verdict === 'used' || outcome.verdict === 'ended') {
      return { outcome, first, end: first };
    }
    readings.push(...own.map((reading) => asOf(reading, outcome, cameAt)));
    const place = { outcome, first, end: readings.length };
    known.set(key, place);
    return place;
  });
  return { readings, placed, seen };
}

/**
 * A reading of a signed message as of when that was taken first, so that it is found again where it was stored:
 * what it says of its age counts from there, however long the message was on its way.
 */
export function asOf(
  reading: NewReading,
  { verdict, at }: Extract<ClaimOutcome, { at: number }>,
  cameAt: number,
): NewReading {
  const { recordedAt, isByAge, count } = reading;
  const isAged = isByAge && recordedAt !== null;
  const aged = isAged ? { ...reading, recordedAt: recordedAt + at - cameAt } : reading;
  if (verdict === 'taken') return aged;
  const again = { ...aged, isOfRepeat: true as const };
  // What has a count is known by that.
  if (recordedAt === null) return count ? again : { ...again, recordedAt: at, isByAge: true };
  // The clock of the device was judged when it said so first.
  return isAged ? again : { ...again, isKept: true };
}
