import { failures } from '../../../kit/api/failures/api-error.ts';
import { ValidationFailure } from '../../../kit/api/schema/validator.ts';
import { toIso } from '../../../kit/time/instant.ts';
import type { NewReading } from '../../record/reading.ts';
import { noteOther } from '../push.ts';
import type { Row } from './batch-rows.ts';
import type { BatchAnswer, BatchReading } from './schemas.ts';

/** @param isShort leaves out the results of readings that were not refused. */
export function presentBatch(rows: Row[], isShort: boolean): Omit<BatchAnswer, 'pending_commands'> {
  const all = rows.map(presentRow);
  const countOf = (status: BatchAnswer['results'][number]['status']) =>
    all.filter((result) => result.status === status).length;
  const refusedOnly = () =>
    all.flatMap((result, index) => (result.status === 'refused' ? { index, ...result } : []));
  return {
    stored: countOf('stored'),
    repeated: countOf('repeated'),
    refused: countOf('refused'),
    results: isShort ? refusedOnly() : all,
  };
}

function presentRow({ outcome, ignored, form, reading }: Row): BatchAnswer['results'][number] {
  if (!outcome || outcome instanceof Error)
    return { status: 'refused', error: sentenceOf(outcome) };
  noteOther(outcome, ignored);
  const { isRepeated, recorded_at, reported_at } = outcome;
  return {
    status: isRepeated ? 'repeated' : 'stored',
    ...(isCounted(form, reading) && { recorded_at: toIso(recorded_at) }),
    ...(reported_at !== undefined && { reported_at: toIso(reported_at) }),
    ...(ignored.length > 0 && { ignored }),
  };
}

function isCounted(form: BatchReading | undefined, reading: NewReading | undefined): boolean {
  return reading?.count !== undefined && !form?.recorded_at && typeof form?.age_s !== 'number';
}

function sentenceOf(error: Error | undefined): string {
  if (error instanceof ValidationFailure) return failures.invalid(error.fields).message;
  return error?.message ?? 'The reading was not stored.';
}
