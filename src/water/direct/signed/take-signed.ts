import type { KeyRefusal } from '../../../db/tables/device-tables.ts';
import type { ApiError } from '../../../kit/api/failures/api-error.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { NewReading, Recorder } from '../../record/reading.ts';
import { counterUsed } from '../../record/refusal-failure.ts';
import {
  type ClaimOutcome,
  isPassed,
  noteCounter,
  type SignedClaim,
} from '../../signed-counter.ts';
import { invalidSignature } from '../key-check.ts';
import type { KnownDevice } from '../known-device.ts';
import type { SentSignature } from './sent-signature.ts';

type TakeDeps = {
  recorder: Pick<Recorder, 'claim'>;
  noteRefusal: (deviceId: number, why: KeyRefusal) => void;
};

/** When a signed message first came, and whether it comes again. */
export type TakenSigned = {
  at: number;
  isRepeat: boolean;
  /** Set where a message behind it has come before it. */
  isLate: boolean;
};

/**
 * Takes the counter of a signed message, durably.
 * @throws ApiError 409 where the counter was used by another message, 401 where a newer key is in use.
 */
export async function takeSigned(
  deps: TakeDeps,
  device: KnownDevice,
  signed: SentSignature,
): Promise<TakenSigned> {
  refuseKnownReplay(deps, device, signed);
  const outcome = await deps.recorder.claim(device.id, claimOf(signed));
  if (outcome.verdict === 'used' || outcome.verdict === 'ended')
    throw refuse(deps, device, { signed, outcome });
  noteTaken(device, signed);
  const isLate = outcome.verdict === 'taken' && outcome.isLate === true;
  return { at: outcome.at, isRepeat: outcome.verdict === 'repeated', isLate };
}

/** Notes that the counter of a message is taken, so that older ones are refused at once. */
export function noteTaken(device: KnownDevice, signed: SentSignature): void {
  signed.isTaken = true;
  device.signedUpTo = noteCounter(device.signedUpTo, claimOf(signed));
}

/** The claim that goes with a reading, into the same commit. */
export function claimOfReading(
  signed: SentSignature | undefined,
  clock: Clock,
): Pick<NewReading, 'claim'> {
  return signed ? { claim: { ...claimOf(signed), at: clock() } } : {};
}

/**
 * Refuses what is known to be a replay without a commit, so that thousands of replays cost next to nothing.
 * @throws ApiError 409
 */
export function refuseKnownReplay(
  deps: Pick<TakeDeps, 'noteRefusal'>,
  device: KnownDevice,
  signed: SentSignature,
): void {
  const known = device.signedUpTo;
  if (!known || !isPassed(known, claimOf(signed))) return;
  const outcome = { verdict: 'used', last: known.counter } as const;
  throw refuse(deps, device, { signed, outcome });
}

type Refused = {
  signed: SentSignature;
  outcome: Extract<ClaimOutcome, { verdict: 'used' | 'ended' }>;
};

function refuse(
  { noteRefusal }: Pick<TakeDeps, 'noteRefusal'>,
  device: KnownDevice,
  { signed, outcome }: Refused,
): ApiError {
  if (outcome.verdict === 'ended') {
    delete signed.provenBy;
    noteRefusal(device.id, 'wrong_signature');
    return invalidSignature();
  }
  const claim = claimOf(signed);
  // Replayed again, it costs no commit.
  const known = noteCounter(device.signedUpTo, { ...claim, counter: outcome.last });
  device.signedUpTo = noteCounter(known, claim);
  noteRefusal(device.id, 'replayed');
  return counterUsed(outcome.last);
}

function claimOf({ provenBy, counter, tag, isUnordered }: SentSignature): SignedClaim {
  if (!provenBy) throw new Error('a signature was taken that was not found right');
  return { keyNo: provenBy.keyNo, counter, tag, ...(isUnordered && { isUnordered }) };
}
