import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { checkSegments, faultOfText, readSchedule } from '../message-fields.ts';
import { checkPlaceholders } from './placeholder-faults.ts';
import { fillTemplate, readTemplate } from './placeholders.ts';
import { encodingToSend } from './smart-encoding.ts';

/** The fields that single and bulk requests share, as they were sent. */
type Sent = { message?: unknown; scheduled_at?: unknown; smart_encoding?: unknown };

type Rules = {
  now: number;
  /** What a text may have in braces. */
  columns?: readonly string[];
  /** Set where an unknown placeholder is counted and not refused. */
  allowsUnknown?: boolean;
};

/**
 * Finds what is wrong with text and instant of a message beyond its schema, as far as the request alone tells: smart
 * encoding, where it does not say, counts as what makes the text shorter.
 */
export function findMessageFaults(
  { message, scheduled_at, smart_encoding }: Sent,
  { now, columns = [], allowsUnknown = false }: Rules,
): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof scheduled_at === 'string') readSchedule(scheduled_at, now, errors);
  if (typeof message !== 'string' || faultOfText(message)) return errors;
  const template = readTemplate(message, columns);
  if (!allowsUnknown) checkPlaceholders(template, errors);
  if (template.columns.length > 0) return errors;
  checkSegments(encodingToSend(fillTemplate(template), smart_encoding !== false), errors);
  return errors;
}
