import { type CounterVerdict, judgeCounter } from '../signed-counter.ts';
import type { Batch, MessageOutcome } from './batch-parts.ts';
import type { Devices } from './device-status.ts';
import type { NewReading } from './reading.ts';

/** What became of a signed message, and where its readings are among all of the batch: from `first` to before `end`. */
type MessagePlace = {
  deviceId: number;
  outcome: MessageOutcome;
  first: number;
  end: number;
  /** What was remembered of its device's counters before it. */
  before: string;
  /** Set where another one of the batch is the very same, whose readings these are. */
  isCopy?: true;
};

export type TakenCounters = {
  /** Those of no signed message, then those of signed ones that are good. */
  readings: NewReading[];
  /** In the order of the batch; undefined where the device is gone. */
  placed: (MessagePlace | undefined)[];
  /** Devices that have sent something new. */
  seen: number[];
};

/**
 * Takes the counters of the signed messages of a batch while their devices are locked: a counter is used up only with
 * the readings of its message.
 */
export function takeCounters(
  devices: Devices,
  { readings: unsigned, messages, now }: Batch,
): TakenCounters {
  const readings = [...unsigned];
  const seen: number[] = [];
  const known = new Map<string, { place: MessagePlace; own: NewReading[]; at: number }>();
  const placed = messages.map((message) => {
    const { deviceId, proof, at: cameAt, readings: own, takenAt = now } = message;
    const device = devices.get(deviceId);
    if (!device) return undefined;
    const key = `${deviceId} ${proof.tag}`;
    const first = readings.length;
    const before = device.signed;
    const same = known.get(key);
    if (same) {
      const { place, at } = same;
      const outcome = { verdict: 'repeated', at } as const;
      if (isSame(own, same.own)) return { ...place, outcome, isCopy: true } satisfies MessagePlace;
      // The copy names other devices, since the rights of its gateway have changed: the next commit sees a repeat.
      return {
        deviceId,
        outcome: { verdict: 'postponed', at },
        first,
        end: first,
        before,
      } as const;
    }
    const { outcome, packed } = judgeCounter(before, proof, takenAt);
    device.signed = packed;
    if (outcome.verdict === 'taken') seen.push(deviceId);
    if (outcome.verdict === 'used' || outcome.verdict === 'ended') {
      return { deviceId, outcome, first, end: first, before };
    }
    readings.push(...own.map((reading) => asOf(reading, outcome, cameAt)));
    const place = { deviceId, outcome, first, end: readings.length, before };
    known.set(key, { place, own, at: outcome.at });
    return place;
  });
  return { readings, placed, seen };
}

/** Whether two copies of a message bring readings of the same devices and sensors, one by one. */
function isSame(own: readonly NewReading[], others: readonly NewReading[]): boolean {
  return (
    own.length === others.length &&
    own.every((reading, index) => {
      const other = others[index];
      return reading.deviceId === other?.deviceId && reading.sensorName === other.sensorName;
    })
  );
}

/**
 * Gives back the counters of messages with a postponed reading, and of later messages of the device: each is taken
 * with its last reading, so that a message that is cut off before comes again as new.
 */
export function giveBackCounters(
  devices: Devices,
  placed: readonly (MessagePlace | undefined)[],
  isPostponed: (index: number) => boolean,
): void {
  const waiting = new Set<number>();
  for (const place of placed) {
    if (!place) continue;
    const { deviceId, outcome, first, end, before } = place;
    if (!('at' in outcome)) continue;
    if (!waiting.has(deviceId) && !anyBetween(first, end, isPostponed)) continue;
    const device = devices.get(deviceId);
    if (device && !waiting.has(deviceId)) device.signed = before;
    waiting.add(deviceId);
    place.outcome = { verdict: 'postponed', at: outcome.at };
  }
}

function anyBetween(first: number, end: number, isOne: (index: number) => boolean): boolean {
  for (let index = first; index < end; index += 1) if (isOne(index)) return true;
  return false;
}

/**
 * Dates a reading by the first time that its message was taken, so that a repeat finds the stored row: its age counts
 * from there, however long the message was on its way.
 */
export function asOf(
  reading: NewReading,
  { verdict, at }: Extract<CounterVerdict, { at: number }>,
  cameAt: number,
): NewReading {
  const { recordedAt, isByAge } = reading;
  const isAged = isByAge && recordedAt !== null;
  const taken = { ...reading, takenAt: at };
  const aged = isAged ? { ...taken, recordedAt: recordedAt + at - cameAt } : taken;
  if (verdict === 'taken') return aged;
  const again = { ...aged, isOfRepeat: true as const };
  // The clock of the device was judged when it said so first.
  return isAged || recordedAt === null ? again : { ...again, isKept: true };
}
