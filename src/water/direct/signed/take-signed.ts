import type { KeyRefusal } from '../../../db/tables/device-tables.ts';
import { ApiError } from '../../../kit/api/failures/api-error.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { NewReading, RecordedReading, Recorder } from '../../record/reading.ts';
import {
  type CounterProof,
  type CounterVerdict,
  isPassed,
  noteCounter,
} from '../../signed-counter.ts';
import { invalidSignature } from '../key-check.ts';
import type { KnownDevice } from '../known-device.ts';
import type { SentSignature } from './sent-signature.ts';

type TakeDeps = {
  recorder: Pick<Recorder, 'recordSigned'>;
  clock: Clock;
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
};

/** What was taken of a signed message. */
export type TakenSigned = {
  /** Set where the very same message came before. */
  isRepeat: boolean;
  /** Set where a message behind it has come before it. */
  isLate: boolean;
  /** What became of each of its readings. */
  recorded: (RecordedReading | Error)[];
};

/**
 * Takes a signed message, durably: its counter, and the readings that it brings, in one commit.
 * @param brought its readings, which may count their age from `at`, when it came.
 * @throws ApiError 409 where the counter was used by another message, 401 where a newer key is in use; nothing of it
 * is stored then.
 */
export async function takeSigned(
  deps: TakeDeps,
  device: KnownDevice,
  signed: SentSignature,
  brought: { readings: NewReading[]; at: number } = { readings: [], at: deps.clock() },
): Promise<TakenSigned> {
  refuseKnownReplay(deps, device, signed);
  const message = { deviceId: device.id, proof: proofOf(signed), ...brought };
  const { outcome, recorded } = await deps.recorder.recordSigned(message);
  if (outcome.verdict === 'used' || outcome.verdict === 'ended')
    throw refuse(deps, device, { signed, outcome });
  signed.isTaken = true;
  // Older ones are refused at once from now on.
  device.signedUpTo = noteCounter(device.signedUpTo, proofOf(signed));
  const isLate = outcome.verdict === 'taken' && outcome.isLate === true;
  return { isRepeat: outcome.verdict === 'repeated', isLate, recorded };
}

/**
 * Refuses what is known to be a replay without a commit, so that thousands of replays cost next to nothing.
 * @throws ApiError 409
 */
export function refuseKnownReplay(
  deps: Pick<TakeDeps, 'countKeyRefusal'>,
  device: KnownDevice,
  signed: SentSignature,
): void {
  const known = device.signedUpTo;
  if (!known || !isPassed(known, proofOf(signed))) return;
  const outcome = { verdict: 'used', last: known.counter } as const;
  throw refuse(deps, device, { signed, outcome });
}

type Refused = {
  signed: SentSignature;
  outcome: Extract<CounterVerdict, { verdict: 'used' | 'ended' }>;
};

function refuse(
  { countKeyRefusal }: Pick<TakeDeps, 'countKeyRefusal'>,
  device: KnownDevice,
  { signed, outcome }: Refused,
): ApiError {
  if (outcome.verdict === 'ended') {
    delete signed.provenBy;
    countKeyRefusal(device.id, 'wrong_signature');
    return invalidSignature();
  }
  const proof = proofOf(signed);
  // Replayed again, it costs no commit.
  const known = noteCounter(device.signedUpTo, { ...proof, counter: outcome.last });
  device.signedUpTo = noteCounter(known, proof);
  countKeyRefusal(device.id, 'replayed');
  return counterUsed(outcome.last);
}

/** @param last the counter that the device has come to. */
function counterUsed(last: number): ApiError {
  const message = `This counter was used before; the last one was ${last}. Count on from there and sign anew.`;
  return new ApiError(409, 'counter_used', message, { body: { last_counter: last } });
}

function proofOf({ provenBy, counter, tag, isUnordered }: SentSignature): CounterProof {
  if (!provenBy) throw new Error('a signature was taken that was not found right');
  return { keyNo: provenBy.keyNo, counter, tag, ...(isUnordered && { isUnordered }) };
}
