import { useState } from 'preact/hooks';
import type { UsageReport } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { calendarDay } from '../../words/format.ts';
import { today } from './calendar-days.ts';
import { amountIn } from './usage.ts';
import { say } from './words.ts';

const shownAtFirst = 7;

/** What was used and refilled on each day, newest first, in litres where the readings have any. */
export function DayTable({ usage }: { usage: UsageReport }) {
  const [isWhole, setWhole] = useState(false);
  const all = [...usage.days].reverse();
  const shown = isWhole ? all : all.slice(0, shownAtFirst);
  const amount = amountIn(usage.unit);
  const sumOf = (name: 'consumed' | 'refilled') => all.reduce((sum, day) => sum + day[name], 0);
  const now = today(Date.now(), usage.timezone);
  return (
    <>
      <section class="scroll-x" tabIndex={0} aria-label={say.day()}>
        <table class="water-days">
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
                  {date === now && <span class="water-today">{say.today()}</span>}
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
      </section>
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
