import type { UsageReport as Usage } from '../api/operations.ts';
import { DayChart } from '../day-chart/day-chart.tsx';
import { calendarDay, litres, percent } from '../words/format.ts';
import { SensorSections } from './sensor-sections.tsx';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

type Day = Usage['days'][number];
type Props = Pick<Usage, 'days' | 'unit'> & { deviceId: string };

/** How much went out of the tank on each day, and how much came in. */
export function UsageReport({ days, unit, deviceId }: Props) {
  const format = (value: number) => (unit === 'litre' ? litres(value) : percent(value, 1));
  return (
    <SensorSections deviceId={deviceId} rows={days}>
      {(own) => {
        const used = sum(own, 'consumed');
        const refilled = sum(own, 'refilled');
        return (
          <>
            <DayChart
              label={say.useChart({ used: format(used), refilled: format(refilled) })}
              days={own.map((day) => ({
                date: day.date,
                columns: [
                  [{ from: 0, to: day.consumed, look: 'used' }],
                  [{ from: 0, to: day.refilled, look: 'refilled' }],
                ],
              }))}
              largest={Math.max(...own.flatMap(({ consumed, refilled }) => [consumed, refilled]))}
              format={format}
            />
            <p class="row small" aria-hidden="true">
              <span>■ {say.used()}</span>
              <span>□ {say.refilled()}</span>
            </p>
            <UsageTable days={own} format={format} />
          </>
        );
      }}
    </SensorSections>
  );
}

function UsageTable({ days, format }: { days: Day[]; format: (value: number) => string }) {
  const columns = ['consumed', 'refilled', 'total_volume_change'] as const;
  const names = {
    consumed: say.used(),
    refilled: say.refilled(),
    total_volume_change: say.change(),
  };
  return (
    <WholeColumns label={say.usage()} columns={columns.length} least={6.25}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.dayName()}</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {names[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.date}>
              <th scope="row">{calendarDay(day.date)}</th>
              {columns.map((column) => (
                <td key={column} class="number">
                  {format(day[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say.total()}</th>
            {columns.map((column) => (
              <td key={column} class="number">
                <strong>{format(sum(days, column))}</strong>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </WholeColumns>
  );
}

function sum(days: Day[], column: 'consumed' | 'refilled' | 'total_volume_change'): number {
  return days.reduce((total, day) => total + day[column], 0);
}
