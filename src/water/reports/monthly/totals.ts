import { roundTo2 } from '../../../kit/round.ts';
import type { MonthlyRow, MonthlyTotals } from './schemas.ts';

const none: MonthlyTotals = {
  rows: 0,
  rows_in_percent: 0,
  rows_not_measured: 0,
  used: 0,
  refilled: 0,
  refilled_by: { pump: 0, tanker: 0, mains: 0, unknown: 0 },
  change: 0,
  unexplained: 0,
  spilt: null,
  lost: null,
  cost: null,
};

/** Sums up rows; those in percent are counted, not summed. */
export function addUpRows(rows: Iterable<MonthlyRow>): MonthlyTotals {
  let totals = none;
  for (const row of rows) totals = addTotals(totals, totalsOf(row));
  return totals;
}

/** Adds up the totals of two lists of rows. */
export function addTotals(one: MonthlyTotals, other: MonthlyTotals): MonthlyTotals {
  return {
    rows: one.rows + other.rows,
    rows_in_percent: one.rows_in_percent + other.rows_in_percent,
    rows_not_measured: one.rows_not_measured + other.rows_not_measured,
    used: roundTo2(one.used + other.used),
    refilled: roundTo2(one.refilled + other.refilled),
    refilled_by: {
      pump: roundTo2(one.refilled_by.pump + other.refilled_by.pump),
      tanker: roundTo2(one.refilled_by.tanker + other.refilled_by.tanker),
      mains: roundTo2(one.refilled_by.mains + other.refilled_by.mains),
      unknown: roundTo2(one.refilled_by.unknown + other.refilled_by.unknown),
    },
    change: roundTo2(one.change + other.change),
    unexplained: roundTo2(one.unexplained + other.unexplained),
    spilt: addKnown(one.spilt, other.spilt),
    lost: addKnown(one.lost, other.lost),
    cost: addKnown(one.cost, other.cost),
  };
}

function totalsOf(row: MonthlyRow): MonthlyTotals {
  if (row.unit === null) return { ...none, rows_not_measured: 1 };
  if (row.unit === 'percent') return { ...none, rows_in_percent: 1 };
  const { refilled_by, spilt, lost, cost } = row;
  return {
    ...none,
    rows: 1,
    used: row.used ?? 0,
    refilled: row.refilled ?? 0,
    refilled_by: refilled_by ?? none.refilled_by,
    change: row.change ?? 0,
    unexplained: row.unexplained ?? 0,
    ...{ spilt, lost, cost },
  };
}

/** Null where neither is known. */
function addKnown(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : roundTo2(one + other);
}
