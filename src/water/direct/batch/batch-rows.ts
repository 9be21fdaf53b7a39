import type { FieldError } from '../../../kit/api/failures/api-error.ts';
import type { NewReading, RecordedReading } from '../../record/reading.ts';
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
