import { ApiError, type FieldError } from '../../../kit/api/failures/api-error.ts';
import type { NewReading, RecordedReading } from '../../record/reading.ts';
import { isAboutOneRow } from '../../record/row-failures.ts';
import type { KnownDevice } from '../known-device.ts';
import type { BatchReading } from './schemas.ts';

/** A reading on its way through a batch: what it said, whose it is, and what became of it. */
export type Row = {
  sent: unknown;
  form?: BatchReading;
  ignored: FieldError[];
  device?: KnownDevice;
  reading?: NewReading;
  outcome?: RecordedReading | Error;
};

/** One that nothing speaks against so far. */
export type OpenRow = Row & { form: BatchReading; device: KnownDevice; reading: NewReading };

export function isOpen(row: Row): row is OpenRow {
  return row.reading !== undefined;
}

/** @throws ApiError 503 that names the readings which were not stored, and will be when all of them come again. */
export function requireStored(rows: readonly Row[]): void {
  const failed = rows.flatMap(({ outcome }, index) =>
    outcome instanceof ApiError && outcome.status >= 500 ? [{ outcome, index }] : [],
  );
  // What may pass is worth another try, whatever else is refused for good.
  const first = failed.find(({ outcome }) => !isAboutOneRow(outcome.extras.cause)) ?? failed[0];
  if (!first) return;
  const { status, code, message, extras } = first.outcome;
  const some = `${failed.length} of ${rows.length} readings were not stored; send all of them again.`;
  const not_stored = failed.map(({ index }) => index);
  throw new ApiError(status, code, failed.length < rows.length ? some : message, {
    ...extras,
    body: { ...extras.body, not_stored },
  });
}
