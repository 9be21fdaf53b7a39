import type { AnswerOf } from '../../api/call.ts';
import { litres, percent } from '../../words/format.ts';

export type Usage = AnswerOf<'GET /api/reports.php?action=usage'>;
export type UsageDay = Usage['days'][number];

/** How amounts of a unit are written. */
export function amountIn(unit: Usage['unit']): (value: number) => string {
  return unit === 'litre' ? litres : (value) => percent(value, 1);
}
