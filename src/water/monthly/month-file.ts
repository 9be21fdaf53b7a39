import type { Database } from '../../db/database.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import { type CsvCell, csvMark, csvRecord, typedCell } from '../../kit/text/csv.ts';
import { remarkWords } from '../reports/remarks/remark-words.ts';
import { betweenRemarks, type ReportFile } from '../reports/report-files.ts';
import { findChosenDevices, type MonthlyDevice } from './queries.ts';
import { readMonths } from './read-months.ts';
import type { OpenedMonth } from './report-monthly.ts';
import type { MonthlyRow, MonthlyTotals } from './schemas.ts';
import { addTotals, addUpRows } from './totals.ts';

/** Devices whose names are read at once. */
const devicesInPage = 1000;

type Figures = Pick<
  MonthlyTotals,
  'change' | 'unexplained' | 'used' | 'refilled' | 'spilt' | 'lost' | 'cost'
>;
type Summed = { [name in keyof Figures]: number | null } & Pick<MonthlyRow, 'refilled_by'>;

const figureCells = {
  used: ({ used }) => used,
  refilled: ({ refilled }) => refilled,
  refilled_pump: ({ refilled_by }) => refilled_by?.pump ?? null,
  refilled_tanker: ({ refilled_by }) => refilled_by?.tanker ?? null,
  refilled_mains: ({ refilled_by }) => refilled_by?.mains ?? null,
  refilled_unknown: ({ refilled_by }) => refilled_by?.unknown ?? null,
  change: ({ change }) => change,
  unexplained: ({ unexplained }) => unexplained,
  spilt: ({ spilt }) => spilt,
  lost: ({ lost }) => lost,
  cost: ({ cost }) => cost,
} satisfies Record<string, (summed: Summed) => CsvCell>;
const figures = Object.values(figureCells);

const header = [
  ...['month', 'device_id', 'device_name', 'mac_or_serial', 'sensor_name'],
  ...['days', 'days_measured', 'unit', ...Object.keys(figureCells), 'estimated_share', 'remarks'],
];

/** Opens the report of a month as a file of all its devices; they are read as it is taken. */
export function monthFile(db: Database, opened: OpenedMonth, signal: AbortSignal): ReportFile {
  const { month } = opened.frame;
  const { groupId } = opened.chosen;
  const group = groupId === undefined ? '' : `-group-${groupId}`;
  return { name: `monthly-${month}${group}.csv`, pieces: writeMonth(db, opened, signal) };
}

/** The last record has the sums, and says what they leave out. */
async function* writeMonth(
  db: Database,
  { chosen, rows: shared, frame }: OpenedMonth,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield csvMark + csvRecord(header);
  const pages = pagesOf<MonthlyDevice>(devicesInPage, ({ after, limit }) =>
    findChosenDevices(db.longRead, chosen, { after: after?.id ?? 0, limit }),
  );
  let totals = addUpRows([]);
  for await (const devices of pages) {
    for await (const rows of readMonths(db, devices, { ...shared, signal })) {
      totals = addTotals(totals, addUpRows(rows));
      yield rows.map((row) => writeRow(row, frame)).join('');
    }
  }
  const say = remarkWords[shared.language];
  const said = [
    ...frame.remarks,
    ...(totals.rows_in_percent > 0 ? [say.inPercent({ count: totals.rows_in_percent })] : []),
    ...(totals.rows_not_measured > 0 ? [say.notMeasured({ count: totals.rows_not_measured })] : []),
  ].join(betweenRemarks);
  const sums = totals.rows > 0 ? figures.map((cell) => cell(totals)) : figures.map(() => null);
  yield csvRecord([
    ...[frame.month, null, say.total(), null, null],
    ...[frame.days, null, totals.rows > 0 ? 'litre' : null, ...sums, null, said],
  ]);
}

function writeRow(row: MonthlyRow, { month, days }: { month: string; days: number }): string {
  const { device_id, device_name, mac_or_serial, sensor_name, days_measured, unit } = row;
  return csvRecord([
    ...[month, device_id, typedCell(device_name ?? ''), typedCell(mac_or_serial)],
    ...[typedCell(sensor_name ?? ''), days, days_measured, unit],
    ...figures.map((cell) => cell(row)),
    ...[row.estimated_share, row.remarks.join(betweenRemarks)],
  ]);
}
