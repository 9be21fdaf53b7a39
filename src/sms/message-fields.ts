import { Type } from 'typebox';
import { type FieldError, failures } from '../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { Line, OneOf, OptionalNullable, Shaped } from '../kit/api/schema/schema.ts';
import { instantPattern, parseInstant } from '../kit/time/instant.ts';
import { dayMs } from '../kit/time/units.ts';

/** The fields that single and bulk requests share (document 2, section 2), and what is read of them. */

export const longestMessage = 918;
export const mostSegments = 6;

/** Not blank; line breaks are welcome, other control characters and halves of characters are not. */
const textPattern =
  '^(?=[\\s\\S]*\\S)[^\\p{Cs}\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

export const MessageText = Type.String({
  minLength: 1,
  maxLength: longestMessage,
  pattern: textPattern,
  description: 'At most 918 characters and at most 6 segments in its encoding.',
});

export const MessageClassField = OptionalNullable(OneOf(['transactional', 'promotional']), {
  description:
    'A promotional message keeps quiet hours and the opt-out list, and is never sent twice to be sure. ' +
    "Without it, the only class of the sender, else the account's default, at first `transactional`.",
});

export const SenderField = OptionalNullable(Line(20), {
  description: "One of the account's own sender ids and short codes; its first one by default.",
});

export const SmartEncodingField = OptionalNullable(Type.Boolean(), {
  description:
    'Sends curly quotes, dashes and blanks as their twins of the GSM 7 bit alphabet, where the text then ' +
    "needs no UCS-2; the account's setting by default. The text is stored as it was given.",
});

export const SimulatedField = Type.Optional(
  Type.Literal(true, {
    description: 'There where trial credits paid for it: it goes to the simulator and to no phone.',
  }),
);

export const longestReference = 100;

export const ReferenceField = OptionalNullable(Line(longestReference), {
  description:
    'What you call the message, such as the number of an invoice; it comes back with it.',
});

/** In the answers about a message, a job or a message from a phone. */
export const RedactedField = Type.Boolean({
  description: 'Whether its text was deleted, so long after it came; `message` is then empty.',
});

const isNoInstant = fault('offset');

export const ScheduledAt = OptionalNullable(
  Shaped(instantPattern, isNoInstant, { maxLength: 40 }),
  { description: 'ISO 8601 with an offset, at most a year ahead; omit to send immediately.' },
);

/**
 * Reads the instant at which a message is to go; adds its faults to `errors`. At most a day ago is taken,
 * and means at once; so is at most a year ahead.
 * @returns null where none is given.
 */
export function readSchedule(
  text: string | null | undefined,
  now: number,
  errors: FieldError[],
): number | null {
  if (text === null || text === undefined) return null;
  const instant = parseInstant(text);
  const message =
    instant === undefined
      ? isNoInstant
      : instant < now - dayMs
        ? fault('dayAgo')
        : instant > aYearAfter(now)
          ? fault('yearAhead')
          : undefined;
  if (message !== undefined) errors.push({ field: 'scheduled_at', message });
  return instant ?? null;
}

function aYearAfter(now: number): number {
  const date = new Date(now);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

/** Adds to `errors` where a text has more segments than one message may. */
export function checkSegments({ segments }: { segments: number }, errors: FieldError[]): void {
  if (segments > mostSegments) errors.push({ field: 'message', message: segmentsError(segments) });
}

const textForm = new RegExp(textPattern, 'u');

/** What is wrong with a text that is one of many, by the rules of `MessageText` but for its segments. */
export function faultOfText(text: string): FaultText | undefined {
  if (text === '') return fault('empty');
  // A character is one unit of UTF-16, or two.
  const isLong =
    text.length > 2 * longestMessage ||
    (text.length > longestMessage && [...text].length > longestMessage);
  if (isLong) return fault('tooLong', { limit: longestMessage });
  return textForm.test(text) ? undefined : fault('blank');
}

export function segmentsError(segments: number): FaultText {
  return fault('segments', { most: mostSegments, segments });
}

/** @throws 400 where anything is wrong. */
export function refuseWrong(errors: FieldError[]): void {
  if (errors.length > 0) throw failures.invalid(errors);
}
