import { type ApiError, failures } from '../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { ambiguityOf } from '../kit/time/board-instant.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';
import { parseInstant } from '../kit/time/instant.ts';
import { minuteMs } from '../kit/time/units.ts';

/** A device's clock may run ahead of ours by this much. */
export const futureMs = 5 * minuteMs;

export type RecordedAtRules = {
  clockWatch: Pick<ClockWatch, 'cautious' | 'latest'>;
  /** Age of the oldest reading that is taken, in milliseconds. */
  retentionMs: number;
  /** How far ahead an instant may be; five minutes unless stated. */
  aheadMs?: number;
  /** Reads what the sender wrote; undefined where it is no instant. */
  parse?: (text: string) => number | undefined;
};

/**
 * The instant at which a reading was measured, as its sender says: not more than five minutes ahead of the
 * server, nor older than raw readings are kept. While it is in doubt what time it is, either may be right.
 * @returns epoch milliseconds, or null where the sender does not say.
 * @throws ApiError 400 that names `recorded_at`.
 */
export function readRecordedAt(
  text: string | null | undefined,
  { clockWatch, retentionMs, aheadMs = futureMs, parse = parseInstant }: RecordedAtRules,
): number | null {
  if (text === null || text === undefined || text === '') return null;
  const instant = parse(text);
  if (instant === undefined) {
    throw wrong(fault(ambiguityOf(text) ?? 'instant'));
  }
  if (instant > clockWatch.latest() + aheadMs) throw fromFuture();
  // No board measured before 1970: a clock that was never set says so, west of Greenwich or east of it.
  if (instant < Math.max(0, clockWatch.cautious() - retentionMs)) throw wrong(fault('retention'));
  return instant;
}

function wrong(message: FaultText): ApiError {
  return failures.invalidField('recorded_at', message);
}

/** Of an instant that is too far ahead. */
export function fromFuture(): ApiError {
  return wrong(fault('future'));
}
