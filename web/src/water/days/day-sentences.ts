import { percent } from '../../words/format.ts';
import type { UsageDay } from './usage.ts';
import { say } from './words.ts';

/** A smaller share is no news. */
const leastShare = 0.01;

/** A day in words: what was used and how sure that is, what came in, what nothing explains. */
export function daySentences(day: UsageDay, amount: (value: number) => string): string[] {
  const { consumed, consumed_low, consumed_high, estimated_share, refilled, unexplained } = day;
  const used = amount(consumed);
  const low = amount(consumed_low);
  const high = amount(consumed_high);
  const missing = Math.abs(unexplained);
  // What the use may be out by anyway needs no explanation.
  const isExplained = missing <= (consumed_high - consumed_low) / 2;
  return [
    low === high ? say.dayUsed({ used }) : say.dayUsedRange({ used, low, high }),
    ...(estimated_share >= leastShare
      ? [say.dayEstimated({ share: percent(estimated_share * 100) })]
      : []),
    say.dayRefilled({ refilled: amount(refilled) }),
    ...(isExplained
      ? []
      : [(unexplained < 0 ? say.dayLost : say.dayGained)({ missing: amount(missing) })]),
  ];
}
