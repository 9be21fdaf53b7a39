import type { ComponentChildren } from 'preact';
import type { DailyReport as Report, UsageReport as Usage } from '../api/operations.ts';
import { DayChart } from '../day-chart/day-chart.tsx';
import { UnknownUseNotice } from '../tank-view/unknown-use.tsx';
import { calendarDay, litres, number, percent } from '../words/format.ts';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

type Day = Report['days'][number];

export function DailyReport({ days, deviceId }: { days: Day[]; deviceId: string }) {
  return (
    <SensorSections deviceId={deviceId} rows={days}>
      {(own) => (
        <>
          <DayChart
            label={say.levelChart({
              low: percent(Math.min(...own.map(({ minimum }) => minimum))),
              high: percent(Math.max(...own.map(({ maximum }) => maximum))),
            })}
            days={own.map(({ date, minimum, maximum }) => ({
              date,
              columns: [[{ from: minimum, to: maximum, look: 'level' }]],
            }))}
            largest={100}
            format={(value) => percent(value)}
          />
          <DayTable days={own} />
        </>
      )}
    </SensorSections>
  );
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <WholeColumns label={say.daily()} columns={4} least={4.25}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.dayName()}</th>
            <th scope="col" class="number">
              {say.average()}
            </th>
            <th scope="col" class="number">
              {say.minimum()}
            </th>
            <th scope="col" class="number">
              {say.maximum()}
            </th>
            <th scope="col" class="number">
              {say.readings()}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ date, average, minimum, maximum, count }) => (
            <tr key={date}>
              <th scope="row">{calendarDay(date)}</th>
              <td class="number">{percent(average, 1)}</td>
              <td class="number">{percent(minimum, 1)}</td>
              <td class="number">{percent(maximum, 1)}</td>
              <td class="number">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WholeColumns>
  );
}

type DayOfUse = Usage['days'][number];
type Props = Pick<Usage, 'days' | 'days_in_percent' | 'unit' | 'cannot_be_known'> & {
  deviceId: string;
};

/** Use of each sensor; those whose litres are not known come last, in percent. */
export function UsageReport({ days, days_in_percent, unit, cannot_be_known, deviceId }: Props) {
  const rows = [
    ...days.map((day) => ({ ...day, unit })),
    ...days_in_percent.map((day) => ({ ...day, unit: 'percent' as const })),
  ];
  return (
    <SensorSections deviceId={deviceId} rows={rows}>
      {(own) => own[0] && <UseOfSensor days={own} unit={own[0].unit} unknown={cannot_be_known} />}
    </SensorSections>
  );
}

type UseProps = { days: DayOfUse[]; unit: Usage['unit']; unknown: Usage['cannot_be_known'] };

function UseOfSensor({ days, unit, unknown }: UseProps) {
  const format = (value: number) => (unit === 'litre' ? litres(value) : percent(value, 1));
  const used = sum(days, 'consumed');
  const refilled = sum(days, 'refilled');
  return (
    <>
      {days[0] && <UnknownUseNotice unknown={unknown} sensor={days[0].sensor_name} />}
      <DayChart
        label={say.useChart({ used: format(used), refilled: format(refilled) })}
        days={days.map((day) => ({
          date: day.date,
          columns: [
            [{ from: 0, to: day.consumed, look: 'used' }],
            [{ from: 0, to: day.refilled, look: 'refilled' }],
          ],
        }))}
        largest={Math.max(...days.flatMap(({ consumed, refilled }) => [consumed, refilled]))}
        format={format}
      />
      <p class="row small" aria-hidden="true">
        <span>■ {say.used()}</span>
        <span>□ {say.refilled()}</span>
      </p>
      <UsageTable days={days} format={format} />
    </>
  );
}

function UsageTable({ days, format }: { days: DayOfUse[]; format: (value: number) => string }) {
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

function sum(days: DayOfUse[], column: 'consumed' | 'refilled' | 'total_volume_change'): number {
  return days.reduce((total, day) => total + day[column], 0);
}

type SensorSectionsProps<T> = {
  deviceId: string;
  rows: T[];
  children: (own: T[]) => ComponentChildren;
};

/** A section for each sensor with data; a single one goes without its name. */
function SensorSections<T extends { sensor_name: string }>({
  deviceId,
  rows,
  children,
}: SensorSectionsProps<T>) {
  const groups = [...groupBySensor(rows)];
  if (groups.length === 0) return <EmptyReport deviceId={deviceId}>{say.none()}</EmptyReport>;
  return (
    <>
      {groups.map(([name, own]) => (
        <section key={name} class="card stack">
          {groups.length > 1 && <h2>{name}</h2>}
          {children(own)}
        </section>
      ))}
    </>
  );
}

function groupBySensor<T extends { sensor_name: string }>(rows: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const own = groups.get(row.sensor_name) ?? [];
    own.push(row);
    groups.set(row.sensor_name, own);
  }
  return groups;
}

type EmptyReportProps = { deviceId: string; children: ComponentChildren };

/** Empty report: the reason, with a link to the tank, which shows whether it sends. */
export function EmptyReport({ deviceId, children }: EmptyReportProps) {
  return (
    <div class="card stack">
      <p>{children}</p>
      <p>
        <a class="button" href={`/tanks/${deviceId}`}>
          {say.openTank()}
        </a>
      </p>
    </div>
  );
}
