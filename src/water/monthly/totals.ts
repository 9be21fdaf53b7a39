import { roundTo2 } from '../../kit/round.ts';

/** Figures of a tank, or of several, as `MonthlyRow` and `MonthlyTotals` have them; the dashboard knows neither. */
type Figures<T> = {
  used: T;
  refilled: T;
  refilled_by: [null] extends [T] ? BySource | null : BySource;
  change: T;
  unexplained: T;
  spilt: number | null;
  lost: number | null;
  cost: number | null;
};
type BySource = { pump: number; tanker: number; mains: number; unknown: number };
type Row = Figures<number | null> & { unit: 'litre' | 'percent' | null };
type Totals = Figures<number> & {
  rows: number;
  rows_in_percent: number;
  rows_not_measured: number;
};

const none: Totals = {
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
export function addUpRows(rows: Iterable<Row>): Totals {
  let totals = none;
  for (const row of rows) totals = addTotals(totals, totalsOf(row));
  return totals;
}

/** Adds up the totals of two lists of rows. */
export function addTotals(one: Totals, other: Totals): Totals {
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

function totalsOf(row: Row): Totals {
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
    spilt,
    lost,
    cost,
  };
}

/** Null where neither is known. */
function addKnown(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : roundTo2(one + other);
}
