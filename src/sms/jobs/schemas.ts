import { type Static, Type } from 'typebox';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { RedactedField } from '../message-fields.ts';
import { messageClasses, messageStatuses } from '../message-states.ts';
import type { Job as JobRow, StatusCount } from './queries.ts';

export const ByJobId = FormObject({ job_id: RecordId });

const Counts = Named(
  'SmsCounts',
  Type.Object(Object.fromEntries(messageStatuses.map((status) => [status, Type.Integer()])), {
    description: 'How many of its messages are in each state.',
  }),
);

export const Job = Named(
  'SmsJob',
  Type.Object({
    job_id: RecordId,
    campaign: Nullable(Type.String()),
    class: OneOf(messageClasses),
    message: Type.String({ description: 'The text as it was given.' }),
    queued: Type.Integer(),
    redacted: RedactedField,
    counts: Counts,
    scheduled_at: Nullable(Instant),
    created_at: Instant,
    finished_at: Nullable(Instant),
  }),
);

export function presentJob(
  job: JobRow,
  counts: readonly Omit<StatusCount, 'job_id'>[],
): Static<typeof Job> {
  const counted = new Map(counts.map(({ status, count }) => [status, count]));
  return {
    job_id: job.id,
    campaign: job.campaign,
    class: job.class as (typeof messageClasses)[number],
    message: job.body ?? '',
    queued: job.queued,
    redacted: job.body === null,
    counts: Object.fromEntries(messageStatuses.map((each) => [each, counted.get(each) ?? 0])),
    scheduled_at: toIsoOrNull(job.scheduled_at),
    created_at: toIso(job.created_at),
    finished_at: toIsoOrNull(job.finished_at),
  };
}
