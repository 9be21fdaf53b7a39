import type { UsageReport } from '../../api/operations.ts';
import { litres, percent } from '../../words/format.ts';

export type UsageDay = UsageReport['days'][number];

/** How amounts of a unit are written. */
export function amountIn(unit: UsageReport['unit']): (value: number) => string {
  return unit === 'litre' ? litres : (value) => percent(value, 1);
}
