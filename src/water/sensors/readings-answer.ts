import { Type } from 'typebox';
import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { OneOf, type Static } from '../../kit/api/schema/schema.ts';
import { ValidationFailure } from '../../kit/api/schema/validator.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { RecordedReading } from '../record/reading.ts';

/** What is answered for readings that come together: how many were stored, and what became of each. */

const ReadingResult = Type.Object({
  index: Type.Optional(Type.Integer({ description: 'Place of the reading, from 0.' })),
  status: OneOf(['stored', 'repeated', 'refused']),
  error: Type.Optional(Type.String({ description: 'Why it was refused, with every wrong field.' })),
  recorded_at: Type.Optional(
    Type.String({ description: 'When it was measured, where that follows from its count.' }),
  ),
  reported_at: Type.Optional(
    Type.String({
      description: 'What its device said of `recorded_at`, where that was set right.',
    }),
  ),
  ignored: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
type ReadingResult = Static<typeof ReadingResult>;

export const readingsAnswer = {
  stored: Type.Integer(),
  repeated: Type.Integer({ description: 'Readings that were stored before.' }),
  refused: Type.Integer({
    description: 'Readings that will not be stored, however often they are sent.',
  }),
  results: Type.Array(ReadingResult),
};
const ReadingsAnswer = Type.Object(readingsAnswer);
type ReadingsAnswer = Static<typeof ReadingsAnswer>;

/** A reading of several, and what became of it. */
export type AnsweredReading = {
  outcome?: RecordedReading | Error;
  /** Fields that were left out since they mean nothing. */
  ignored: FieldError[];
  /** True if when it was measured follows from its count, so that its sender cannot know. */
  isDated?: boolean;
};

/** @param isShort leaves out the results of readings that were not refused. */
export function presentReadings(
  taken: readonly AnsweredReading[],
  isShort: boolean,
): ReadingsAnswer {
  const all = taken.map(presentOne);
  const countOf = (status: ReadingResult['status']) =>
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

/** Notes among what was ignored that the instant of a reading has another one. */
export function noteOther({ isOther }: RecordedReading, ignored: FieldError[]): void {
  if (isOther) ignored.push({ field: 'recorded_at', message: fault('otherReading') });
}

function presentOne({ outcome, ignored, isDated }: AnsweredReading): ReadingResult {
  if (!outcome || outcome instanceof Error)
    return { status: 'refused', error: sentenceOf(outcome) };
  noteOther(outcome, ignored);
  const { isRepeated, recorded_at, reported_at } = outcome;
  return {
    status: isRepeated ? 'repeated' : 'stored',
    ...(isDated && { recorded_at: toIso(recorded_at) }),
    ...(reported_at !== undefined && { reported_at: toIso(reported_at) }),
    ...(ignored.length > 0 && { ignored }),
  };
}

function sentenceOf(error: Error | undefined): string {
  if (error instanceof ValidationFailure) return failures.invalid(error.fields).message;
  return error?.message ?? 'The reading was not stored.';
}
