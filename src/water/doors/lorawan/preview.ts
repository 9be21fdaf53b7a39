import { failures } from '../../../kit/api/failures/api-error.ts';
import { ValidationFailure } from '../../../kit/api/schema/validator.ts';
import { readReadingOf } from '../../direct/batch/read-batch.ts';
import type { Mapped } from './map-uplink.ts';

/** What a mapping makes of a message, and why readings of it would be refused, as far as they say it themselves. */
export function previewOf(readings: Mapped[]): { readings: Mapped[]; errors: string[] } {
  return { readings, errors: readings.flatMap(faultOf) };
}

function faultOf(reading: Mapped): string[] {
  try {
    readReadingOf(reading);
    return [];
  } catch (error) {
    if (error instanceof ValidationFailure) return [failures.invalid(error.fields).message];
    return [(error as Error).message];
  }
}
