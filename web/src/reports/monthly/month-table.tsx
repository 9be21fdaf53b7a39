import type { MonthlyReport, MonthlyTotals } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { number, percent } from '../../words/format.ts';
import { WholeColumns } from '../whole-columns.tsx';
import { say } from './words.ts';

type Row = MonthlyReport['rows'][number];
type Figures = Pick<
  Row,
  'used' | 'refilled' | 'refilled_by' | 'change' | 'spilt' | 'lost' | 'cost'
>;

type Column = {
  title: () => string;
  value: (figures: Figures) => number | null | undefined;
  isMoney?: true;
};

const columns: Column[] = [
  { title: say.used, value: ({ used }) => used },
  { title: say.refilled, value: ({ refilled }) => refilled },
  { title: say.pump, value: ({ refilled_by }) => refilled_by?.pump },
  { title: say.tanker, value: ({ refilled_by }) => refilled_by?.tanker },
  { title: say.mains, value: ({ refilled_by }) => refilled_by?.mains },
  { title: say.unknown, value: ({ refilled_by }) => refilled_by?.unknown },
  { title: say.change, value: ({ change }) => change },
  { title: say.spilt, value: ({ spilt }) => spilt },
  { title: say.lost, value: ({ lost }) => lost },
  { title: say.cost, value: ({ cost }) => cost, isMoney: true },
];

/** A row for each tank, and their sums; the unit of litres stands in the heads, percent beside its figure. */
export function MonthTable({ rows, totals, days }: MonthlyReport) {
  const isSeveral = severalSensors(rows);
  return (
    <WholeColumns
      label={say.tank()}
      columns={columns.length + 1}
      least={{ narrow: 6.5, wide: 4.8 }}
    >
      <table class="monthly-table">
        <thead>
          <tr>
            <th scope="col">{say.tank()}</th>
            <th scope="col" class="number">
              {say.days()}
            </th>
            {columns.map(({ title, isMoney }) => (
              <th key={title()} scope="col" class="number">
                {isMoney ? title() : say.inLitres({ figure: title() })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.device_id} ${row.sensor_name}`}>
              <th scope="row">
                <a href={`/tanks/${row.device_id}`}>{rowName(row, isSeveral)}</a>
              </th>
              <td class="number">{say.daysOf({ measured: row.days_measured, days })}</td>
              <Cells figures={row} isInPercent={row.unit === 'percent'} />
            </tr>
          ))}
        </tbody>
        {totals.rows > 0 && <Sums totals={totals} />}
      </table>
    </WholeColumns>
  );
}

function Sums({ totals }: { totals: MonthlyTotals }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{say.totals()}</th>
        <td />
        <Cells figures={totals} isInPercent={false} />
      </tr>
    </tfoot>
  );
}

function Cells({ figures, isInPercent }: { figures: Figures; isInPercent: boolean }) {
  return (
    <>
      {columns.map(({ title, value, isMoney }) => {
        const found = value(figures);
        const digits = isMoney ? 2 : 0;
        const text = (known: number) => (isInPercent ? percent(known, 1) : number(known, digits));
        return (
          <td key={title()} class="number">
            {found === null || found === undefined ? '–' : text(found)}
          </td>
        );
      })}
    </>
  );
}

/** Devices of which the rows name several sensors. */
export function severalSensors(rows: readonly Row[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const { device_id } of rows) (seen.has(device_id) ? several : seen).add(device_id);
  return several;
}

/** What a row is called: its tank, with its sensor where the device has several. */
export function rowName(row: Row, several: ReadonlySet<string>): string {
  const name = nameOf(row);
  return several.has(row.device_id) && row.sensor_name !== null
    ? `${name}, ${row.sensor_name}`
    : name;
}
