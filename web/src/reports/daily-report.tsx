import type { DailyReport as Report } from '../api/operations.ts';
import { DayChart } from '../day-chart/day-chart.tsx';
import { calendarDay, number, percent } from '../words/format.ts';
import { SensorSections } from './sensor-sections.tsx';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

type Day = Report['days'][number];

/** Between which levels the water stood on each day. */
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
