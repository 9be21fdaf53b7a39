import { type SignedClaim, takeClaim } from '../signed-counter.ts';
import type { Batch, BatchOutcome } from './batch-parts.ts';
import type { DeviceStatus } from './batch-statements.ts';
import type { Devices } from './device-status.ts';
import type { NewReading } from './reading.ts';

type Claimed = {
  /** In the order of the batch; `replayed` where its message is an old one. */
  readings: (NewReading | 'replayed')[];
  claimed: BatchOutcome['claimed'];
  /** Devices whose new message is no reading. */
  seen: number[];
};

/**
 * Takes the counters of the signed messages of a batch, while their devices are held. What a repeated message
 * says is of when it first came, so that it is found again where it was stored.
 */
export function claimCounters(devices: Devices, { readings, claims, now }: Batch): Claimed {
  const take = (device: DeviceStatus, claim: SignedClaim) => {
    const { outcome, packed } = takeClaim(device.signed, claim, now);
    device.signed = packed;
    return outcome;
  };
  const seen: number[] = [];
  const claimed = claims.map(({ deviceId, claim }) => {
    const device = devices.get(deviceId);
    if (!device) return undefined;
    const outcome = take(device, claim);
    if (outcome.verdict === 'taken') seen.push(deviceId);
    return outcome;
  });
  const taken = readings.map((reading) => {
    const device = reading.claim && devices.get(reading.deviceId);
    if (!device || !reading.claim) return reading;
    const outcome = take(device, reading.claim);
    if (outcome.verdict === 'taken') return reading;
    return outcome.verdict === 'repeated'
      ? asOf(reading, outcome.at, reading.claim.at)
      : 'replayed';
  });
  return { readings: taken, claimed, seen };
}

/** A reading as if it had come at an instant, in place of when it came. */
export function asOf(reading: NewReading, at: number, cameAt: number): NewReading {
  const { recordedAt, isByAge, count } = reading;
  const again = { ...reading, isOfRepeat: true as const };
  // What has a count is known by that.
  if (recordedAt === null) return count ? again : { ...again, recordedAt: at, isByAge: true };
  // The clock of the device was judged when it said so first.
  return isByAge ? { ...again, recordedAt: recordedAt + at - cameAt } : { ...again, isKept: true };
}
