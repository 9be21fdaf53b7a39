import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import type { Template, UnknownPlaceholder } from './placeholders.ts';

/** Adds to `errors` where a text has something in braces that stands for nothing. */
export function checkPlaceholders({ unknown }: Template, errors: FieldError[]): void {
  if (unknown.length > 0) errors.push({ field: 'message', message: placeholderFault(unknown) });
}

const mostPlaceholders = 5;

/** Names what looks like a placeholder and is none. */
export function placeholderFault(unknown: readonly UnknownPlaceholder[]): FaultText {
  const named = unknown.slice(0, mostPlaceholders).map(({ placeholder }) => placeholder);
  const [first] = unknown;
  const values = { placeholder: named.join(', '), escaped: `\\${first?.placeholder ?? ''}` };
  const meant = unknown.length === 1 ? first?.meant : undefined;
  return meant === undefined
    ? fault('placeholder', values)
    : fault('placeholderMeant', { ...values, meant });
}
