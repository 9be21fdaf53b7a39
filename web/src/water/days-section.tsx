import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { UsageReport } from '../api/operations.ts';
import { DayPicker } from '../day-chart/day-chart.tsx';
import { UnknownUseNotice } from '../tank-view/unknown-use.tsx';
import { Button } from '../ui/button.tsx';
import { Loaded, useLoad } from '../ui/load.tsx';
import { usePointer } from '../ui/use-pointer.ts';
import { calendarDay, percent } from '../words/format.ts';
import { today } from '../words/zoned-instant.ts';
import {
  amountIn,
  type DayCount,
  freshMoment,
  type SensorOfDevice,
  startOfDays,
  type UsageDay,
} from './section-basis.ts';
import { say } from './words.ts';

type Props = SensorOfDevice & { days: DayCount };

export function DaysSection({ deviceId, sensor: { sensor_name, recorded_at }, days }: Props) {
  const load = useLoad(
    async (signal) => {
      const query = { device_id: deviceId, sensor_name, start_date: startOfDays(days) };
      return { days, usage: await call('GET /api/reports.php?action=usage', { query, signal }) };
    },
    [deviceId, sensor_name, days, freshMoment(recorded_at)],
  );
  return (
    <section class="card stack" aria-labelledby="water-days-title">
      <h2 id="water-days-title">{say.byDay()}</h2>
      <p class="faint small">{say.byDayHint({ count: days })}</p>
      <Loaded of={load} isCurrent={({ days: shown }) => shown === days}>
        {({ days: shown, usage }) =>
          usage.days.length === 0 ? (
            <p>{say.noDays()}</p>
          ) : (
            <div
              key={shown}
              class={shown === days ? 'stack' : 'stack tank-old'}
              aria-busy={shown !== days}
            >
              <UnknownUseNotice unknown={usage.cannot_be_known} sensor={sensor_name} />
              <Bars usage={usage} />
              <DayTable usage={usage} />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function Bars({ usage }: { usage: UsageReport }) {
  const { days, unit } = usage;
  const pointer = usePointer();
  const [picked, setPicked] = useState(days.length - 1);
  // A new day may have begun, or the first one left, since the choice.
  const index = Math.min(picked, days.length - 1);
  const day = days[index];
  const amount = amountIn(unit);
  if (!day) return null;
  const [title, ...sentences] = [calendarDay(day.date), ...daySentences(day, amount)];
  return (
    <>
      <DayPicker
        label={say.byDay()}
        days={days.map(({ date, consumed, refilled, estimated_share }) => {
          const measured = consumed * (1 - estimated_share);
          return {
            date,
            columns: [
              [
                { from: 0, to: measured, look: 'used' },
                ...(estimated_share > 0
                  ? [{ from: measured, to: consumed, look: 'estimated' }]
                  : []),
              ],
              refilled > 0 ? [{ from: 0, to: refilled, look: 'refilled' }] : [],
            ],
          };
        })}
        largest={Math.max(...days.flatMap(({ consumed, refilled }) => [consumed, refilled]))}
        format={amount}
        picked={index}
        onPick={setPicked}
        name={say.pickDay()}
        text={[title, ...sentences].join('. ')}
      />
      <div class="water-picked">
        <h3>{title}</h3>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p class="water-key small faint" aria-hidden="true">
        <span>
          <i class="water-key-used" /> {say.used()}
        </span>
        <span>
          <i class="water-key-estimated" /> {say.estimated()}
        </span>
        <span>
          <i class="water-key-refilled" /> {say.refilled()}
        </span>
        <span>{pointer === 'touch' ? say.touchHint() : say.pointHint()}</span>
      </p>
    </>
  );
}

/** Share below which an unexplained amount is not mentioned. */
const leastShare = 0.01;

/** Words a day: use with its uncertainty, refill, and the unexplained rest. */
function daySentences(day: UsageDay, amount: (value: number) => string): string[] {
  const { consumed, consumed_low, consumed_high, estimated_share, refilled, unexplained } = day;
  const used = amount(consumed);
  const low = amount(consumed_low);
  const high = amount(consumed_high);
  const missing = Math.abs(unexplained);
  // A difference within the uncertainty of the use needs no explanation.
  const isExplained = missing <= (consumed_high - consumed_low) / 2;
  return [
    low === high ? say.dayUsed({ used }) : say.dayUsedRange({ used, low, high }),
    ...(estimated_share >= leastShare
      ? [say.dayEstimated({ share: percent(estimated_share * 100) })]
      : []),
    say.dayRefilled({ refilled: amount(refilled) }),
    ...(isExplained
      ? []
      : [(unexplained < 0 ? say.dayLost : say.dayGained)({ missing: amount(missing) })]),
  ];
}

const shownAtFirst = 7;

/** Use and refill of each day, newest first, in litres if the readings have any. */
function DayTable({ usage }: { usage: UsageReport }) {
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
