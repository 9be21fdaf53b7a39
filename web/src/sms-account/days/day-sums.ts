import type { SmsDay } from '../../api/operations.ts';

/** What is shown of the messages of a day. */
export type DaySum = {
  day: string;
  messages: number;
  delivered: number;
  withoutReceipt: number;
  lost: number;
  /** Waiting, or taken back before it left. */
  open: number;
  waits: Pick<
    SmsDay,
    'handed_over_median_s' | 'handed_over_p95_s' | 'receipt_median_s' | 'receipt_p95_s'
  >;
};

const noWaits = {
  handed_over_median_s: null,
  handed_over_p95_s: null,
  receipt_median_s: null,
  receipt_p95_s: null,
};

/** Which lines of the API are shown; what is left out means all. */
export type Chosen = { network?: string | undefined; class?: string | undefined };

/** The lines to ask for, so that one a day is what is chosen: times cannot be summed up here. */
export function groundOf(chosen: Chosen): 'day' | 'network' | 'class' | 'network_and_class' {
  if (chosen.network && chosen.class) return 'network_and_class';
  if (chosen.network) return 'network';
  return chosen.class ? 'class' : 'day';
}

/** Days without messages have no line: they are shown as zeros. */
export function sumsOf(
  lines: readonly SmsDay[],
  days: readonly string[],
  chosen: Chosen,
): DaySum[] {
  const isChosen = (line: SmsDay) =>
    line.network === (chosen.network ?? null) && line.class === (chosen.class ?? null);
  const found = new Map(lines.filter(isChosen).map((line) => [line.day, line]));
  return days.map((day) => {
    const line = found.get(day);
    if (!line) {
      return {
        day,
        messages: 0,
        delivered: 0,
        withoutReceipt: 0,
        lost: 0,
        open: 0,
        waits: noWaits,
      };
    }
    const { messages, delivered, without_receipt: withoutReceipt } = line;
    const lost = line.undelivered + line.failed + line.expired;
    const open = line.waiting + line.cancelled;
    return { day, messages, delivered, withoutReceipt, lost, open, waits: line };
  });
}
