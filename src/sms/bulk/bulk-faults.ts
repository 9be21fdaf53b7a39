import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findMessageFaults } from '../text/message-faults.ts';

const recipientsFields = ['to', 'group_id', 'messages'] as const;
export type RecipientsField = (typeof recipientsFields)[number];

/** Columns of a contact that a text to a group may ask for. */
export const groupColumns = ['name'];

/** The fields that decide who gets what, as they were sent. */
type Asked = Partial<Record<RecipientsField | 'message' | 'dry_run', unknown>>;

/** Finds what is wrong with a request beyond its schema, as far as it alone tells. */
export function findBulkFaults(asked: Asked, now: number): FieldError[] {
  const errors: FieldError[] = [];
  const field = recipientsField(asked, errors);
  const columns = field === 'group_id' ? groupColumns : [];
  const allowsUnknown = asked.dry_run === true;
  return [...errors, ...findMessageFaults(asked, { now, columns, allowsUnknown })];
}

/**
 * Returns the field that names the recipients; adds to `errors` where none or several of `to`, `group_id` and
 * `messages` are given, and where `message` is not given with the one it goes with.
 */
export function recipientsField(asked: Asked, errors: FieldError[]): RecipientsField {
  const isGiven = (field: keyof Asked) => asked[field] !== undefined && asked[field] !== null;
  const given = recipientsFields.filter(isGiven);
  const [only = 'to'] = given;
  if (given.length !== 1) {
    const message = given.length > 1 ? fault('eitherOr') : fault('oneOfBoth');
    for (const field of given.length > 1 ? given : ['to', 'group_id']) {
      errors.push({ field, message });
    }
  }
  const isOwn = isGiven('messages');
  if (isOwn === isGiven('message')) {
    const message = isOwn ? fault('textInMessages') : fault('required');
    if (!isOwn || given.length === 1) errors.push({ field: 'message', message });
  }
  return only;
}
