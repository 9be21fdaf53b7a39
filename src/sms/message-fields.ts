import { Type } from 'typebox';
import { type FieldError, failures } from '../kit/api-error.ts';
import { parseInstant } from '../kit/instant.ts';
import { OneOf, OptionalNullable } from '../kit/schema.ts';

/** The fields that single and bulk requests share (document 2, section 2), and what is read of them. */

export const longestMessage = 918;
export const mostSegments = 6;

export const MessageText = Type.String({
  minLength: 1,
  maxLength: longestMessage,
  // Not blank; line breaks are welcome, other control characters and halves of characters are not.
  pattern:
    '^(?=[\\s\\S]*\\S)[^\\p{Cs}\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
  description: 'At most 918 characters and at most 6 segments in its encoding.',
});

export const MessageClassField = OptionalNullable(
  OneOf(['transactional', 'promotional'], { default: 'transactional' }),
  {
    description:
      'A promotional message keeps quiet hours and the opt-out list, and is never sent twice to be sure.',
  },
);

export const ScheduledAt = OptionalNullable(Type.String(), {
  description: 'ISO 8601 with an offset, at most a year ahead; omit to send immediately.',
});

const dayMs = 86_400_000;

/**
 * When a message is to go.
 * @returns null for at once; an instant up to a day ago is at once too, and stays what was asked for.
 * @throws 400 for what is no instant with an offset, older, or more than a year ahead.
 */
export function readSchedule(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null;
  const instant = parseInstant(text);
  if (instant === undefined) {
    throw invalid('scheduled_at', 'must be an ISO 8601 date-time with its offset from UTC');
  }
  if (instant < now - dayMs) throw invalid('scheduled_at', 'must not be more than a day ago');
  if (instant > aYearAfter(now)) throw invalid('scheduled_at', 'must be at most a year ahead');
  return instant;
}

function aYearAfter(now: number): number {
  const date = new Date(now);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

/** @throws 400 where a text has more segments than one message may. */
export function refuseTooManySegments(segments: number): void {
  if (segments > mostSegments) throw invalid('message', segmentsError(segments));
}

export function segmentsError(segments: number): string {
  return `must have at most ${mostSegments} segments in its encoding, not ${segments}`;
}

export function invalid(field: string, message: string) {
  return failures.invalid([{ field, message } satisfies FieldError]);
}
