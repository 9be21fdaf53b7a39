import type { Database } from '../../db/database.ts';
import type { Door } from '../../db/tables/device-tables.ts';
import { createAnswerWithin } from '../../kit/async/deadline.ts';
import { secondMs } from '../../kit/time/units.ts';
import { requireServer } from '../guards.ts';
import { type ReceivedBatch, receiveBatch } from './batch/receive-batch.ts';
import type { BatchAnswer } from './batch/schemas.ts';
import type { KnownDevice } from './known-device.ts';
import { createReportRefused, createTouch, type Touch } from './note-device.ts';
import { createTakePush, type PushDeps, type TakePush } from './push.ts';
import type { SentSignature } from './signed/sent-signature.ts';
import { takeSigned } from './signed/take-signed.ts';

/** Who sends: its MAC or serial, and the key that it shows or its signature. */
export type Sender = {
  identity: string;
  apiKey?: string | null | undefined;
  signed?: SentSignature | undefined;
  /** Where it is not the form of the document: the door by which it came. */
  door?: Door | undefined;
};

/** The device that has sent something, and what its signature shows; both are false of what is not signed. */
export type Identified = {
  device: KnownDevice;
  /** The very same signed message came before. */
  isRepeat: boolean;
  /** A signed message behind it has come before it. */
  isLate: boolean;
};

/** What every door does with what devices send, so that all of them refuse, note and answer alike. */
export type DeviceDoor = {
  touch: Touch;
  /** Takes a push, and reports a refused one. @throws as `TakePush`, and 503 after 20 s. */
  takePush: TakePush;
  /** Takes a batch, and reports a refused one. @throws as `receiveBatch`, and 503 after 20 s. */
  takeBatch: (sent: ReceivedBatch) => Promise<BatchAnswer>;
  /**
   * Identifies the sender of a poll, an acknowledgement or a status, marks it as seen, and takes its counter if it
   * signs.
   * @param countRefusal counts what its signature is refused for, in place of the usual count.
   * @throws ApiError 401, 404, 409 or 503.
   */
  identify: (sender: Sender, countRefusal?: PushDeps['countKeyRefusal']) => Promise<Identified>;
  /** Answers 503 in place of work that takes longer than 20 s, which goes on. */
  inTime: <T>(work: Promise<T>) => Promise<T>;
};

/**
 * Longest wait of a device for its answer. Proxies hang up after 30 seconds or 60, and a device that hears
 * nothing learns neither that it is to come again nor when.
 */
const answerWithinMs = 20 * secondMs;

/** Creates the one door behind HTTP, MQTT and LoRaWAN. */
export function createDeviceDoor(deps: PushDeps & { db: Database }): DeviceDoor {
  const { db, devices, recorder, clock, countKeyRefusal } = deps;
  const touch = createTouch(deps);
  const reportRefused = createReportRefused({ ...deps, touch });
  const inTime = createAnswerWithin(deps.timers, answerWithinMs);
  const takePush = createTakePush(deps, reportRefused);
  const batchDeps = { ...deps, touch, reportRefused, inTime };

  return {
    touch,
    inTime,
    takePush: (sent, by) => inTime(takePush(sent, by)),
    takeBatch: (sent) => receiveBatch(batchDeps, sent),
    identify: async ({ identity, apiKey, signed, door }, countRefusal = countKeyRefusal) => {
      const device = await devices.identify(identity, { apiKey, signed, door });
      if (!signed) await touch(device);
      requireServer(db, device);
      if (!signed) return { device, isRepeat: false, isLate: false };
      const signedDeps = { recorder, clock, countKeyRefusal: countRefusal };
      const { isRepeat, isLate } = await takeSigned(signedDeps, device, signed);
      return { device, isRepeat, isLate };
    },
  };
}
