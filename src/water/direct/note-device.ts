import type { Door, KeyRefusal } from '../../db/tables/device-tables.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Recorder } from '../record/reading.ts';
import { senderOf } from './device-form.ts';
import type { KnownDevice } from './known-device.ts';
import type { KnownDevices } from './known-devices.ts';
import { type ReadingRefusals, refusedFor } from './reading-refusals.ts';
import type { SentSignature } from './signed/sent-signature.ts';
import { takeSigned } from './signed/take-signed.ts';

/** Notes that a device was seen. */
export type Touch = (device: KnownDevice) => Promise<void>;

/** A poll moves `last_seen_at` only when it is older than this: polling must not wear the disk. */
const touchEveryMs = 30_000;

type TouchDeps = { timers: Timers; recorder: Pick<Recorder, 'markSeen'> };

/** Notes that a device was seen, unless it was a moment ago. */
export function createTouch({ timers, recorder }: TouchDeps): Touch {
  return async (device) => {
    const tick = timers.now();
    if (tick - device.seenTick < touchEveryMs) return;
    device.seenTick = tick;
    await recorder.markSeen(device.id);
  };
}

/** How something was sent. */
type SentBy = { signed?: SentSignature | undefined; door?: Door | undefined };

type NoteDeps = {
  devices: Pick<KnownDevices, 'identify'>;
  readingRefusals: Pick<ReadingRefusals, 'count'>;
  clock: Clock;
  touch: Touch;
  recorder: Pick<Recorder, 'recordSigned'>;
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
};

/** Notes what a device sent in vain, if it is known: it was seen, and its people are to know why nothing comes of it. */
export function createReportRefused(deps: NoteDeps) {
  const { devices, readingRefusals, clock, touch } = deps;
  return async (sent: unknown, error: unknown, { signed, door }: SentBy = {}): Promise<void> => {
    const why = refusedFor(error, sent);
    const { mac, apiKey } = senderOf(sent);
    if (!why || mac === undefined) return;
    const device = await devices.identify(mac, { apiKey, signed, door }).catch(() => undefined);
    if (!device) return;
    if (signed && !signed.isTaken) {
      // A replay does not come from the device.
      const { isRepeat } = await takeSigned(deps, device, signed);
      if (isRepeat) return;
    }
    readingRefusals.count(device, why, clock());
    // The device learns what is wrong with its reading also where storage is away.
    await touch(device).catch(() => {});
  };
}
