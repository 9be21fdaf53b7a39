import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../api/call.ts';
import type { TankSensor } from '../live/tank.ts';
import { profile } from '../session/profile.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useLoad } from '../ui/use-load.ts';
import { calendarDay, litres, percent } from '../words/format.ts';
import { daysInTable, firstDay, type Range, today } from './range.ts';
import { say } from './words.ts';

type Props = { deviceId: string; sensor: TankSensor; range: Range };
type Usage = AnswerOf<'GET /api/reports.php?action=usage'>;

/** A day's figures change with every reading; asked for again this often they are near enough. */
const freshMs = 600_000;
const shownAtFirst = 7;

/** What was used and refilled on each day, newest first, in litres where the sensor's readings have any. */
export function DayTable({ deviceId, sensor: { sensor_name, recorded_at }, range }: Props) {
  const days = daysInTable(range);
  const moment = Math.floor(Date.parse(recorded_at ?? '1970-01-01') / freshMs);
  const load = useLoad(
    (signal) => {
      const timeZone = profile.value?.user.timezone ?? 'Africa/Nairobi';
      const start_date = firstDay(Date.now(), days, timeZone);
      const query = { device_id: deviceId, sensor_name, start_date };
      return call('GET /api/reports.php?action=usage', { query, signal });
    },
    [deviceId, sensor_name, days, moment],
  );
  return (
    <section class="card stack tank-days" aria-labelledby="tank-days-title">
      <h2 id="tank-days-title">{say.byDay()}</h2>
      <p class="faint small">{say.byDayHint({ count: days })}</p>
      <Loaded of={load}>{(usage) => <Days key={days} usage={usage} />}</Loaded>
    </section>
  );
}

function Days({ usage }: { usage: Usage }) {
  const [isWhole, setWhole] = useState(false);
  const all = [...usage.days].reverse();
  if (all.length === 0) return <p>{say.noDays()}</p>;
  const shown = isWhole ? all : all.slice(0, shownAtFirst);
  const amount = usage.unit === 'litre' ? litres : (value: number) => percent(value, 1);
  const sumOf = (name: 'consumed' | 'refilled') => all.reduce((sum, day) => sum + day[name], 0);
  const now = today(Date.now(), usage.timezone);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.day()}</th>
            <th scope="col" class="number">
              {say.used()}
            </th>
            <th scope="col" class="number">
              {say.refilled()}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ date, consumed, refilled }) => (
            <tr key={date}>
              <th scope="row">
                {calendarDay(date)}
                {date === now && <span class="tank-today">{say.today()}</span>}
              </th>
              <td class="number">{amount(consumed)}</td>
              <td class="number">{amount(refilled)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say.total()}</th>
            <td class="number">{amount(sumOf('consumed'))}</td>
            <td class="number">{amount(sumOf('refilled'))}</td>
          </tr>
        </tfoot>
      </table>
      {shown.length < all.length && (
        <p>
          <Button look="quiet" onClick={() => setWhole(true)}>
            {say.allDays({ count: all.length })}
          </Button>
        </p>
      )}
    </>
  );
}
