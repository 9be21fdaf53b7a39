import { afterQuietHours } from '../kit/time/quiet-hours.ts';
import type { MessageClass } from './message-states.ts';

/** What the operator says of promotional messages of all accounts. */
export type PromotionRules = {
  /** Minutes after midnight, in Kenya, between which they may go; always where there are none. */
  hours: { from: number; until: number } | undefined;
  /** Text that ends each of them, such as the way to opt out. */
  suffix: string | undefined;
};

const zone = 'Africa/Nairobi';

/** Returns the earliest instant, `at` or later, at which the operator lets promotional messages go. */
export function afterOperatorsQuiet(at: number, { hours }: Pick<PromotionRules, 'hours'>): number {
  return hours ? afterQuietHours(at, { zone, from: hours.until, until: hours.from }) : at;
}

/** Returns a text as it goes out: a promotional one ends with the operator's suffix, unless it has it already. */
export function textOf(
  text: string,
  messageClass: MessageClass,
  { suffix }: Pick<PromotionRules, 'suffix'>,
): string {
  if (messageClass !== 'promotional' || suffix === undefined) return text;
  // A suffix that was typed by hand may differ in capitals and blanks.
  if (plain(text).includes(plain(suffix))) return text;
  return `${text.trimEnd()} ${suffix}`;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
