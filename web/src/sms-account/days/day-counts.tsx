import { useState } from 'preact/hooks';
import type { SmsDay } from '../../api/operations.ts';
import { DayChart } from '../../day-chart/day-chart.tsx';
import { profile } from '../../session/profile.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { calendarDay, number } from '../../words/format.ts';
import { addDays, firstDay } from '../../words/zoned-instant.ts';
import { CsvButton } from '../files/csv-button.tsx';
import { type Chosen, type DaySum, groundOf, sumsOf } from './day-sums.ts';
import { say } from './words.ts';

const spans = [7, 30, 92];

type Query = { from: string; by: ReturnType<typeof groundOf> };

type Props = {
  fetchDays: (query: Query, signal: AbortSignal) => Promise<SmsDay[]>;
  fetchFile: (query: Query & { format: 'csv' }, signal: AbortSignal) => Promise<Response>;
};

/** Messages by day: choices, a chart, and the table that it is made of. */
export function DayCounts({ fetchDays, fetchFile }: Props) {
  const [span, setSpan] = useState(30);
  const [chosen, choose] = useState<Chosen>({});
  const zone = profile.value?.user.timezone ?? 'Africa/Nairobi';
  const from = firstDay(Date.now(), span, zone);
  const by = groundOf(chosen);
  const load = useLoad(
    async (signal) => {
      const lines = await fetchDays({ from, by }, signal);
      const days = Array.from({ length: span }, (_, at) => addDays(from, at));
      return sumsOf(lines, days, chosen);
    },
    [from, chosen],
  );
  return (
    <>
      <div class="sms-form">
        <SelectField
          label={say.span()}
          name="span"
          value={String(span)}
          options={spans.map((count) => [String(count), say.lastDays({ count })] as const)}
          onChange={(event) => setSpan(Number(event.currentTarget.value))}
        />
        <SelectField
          label={say.network()}
          name="network"
          hint={say.networkHint()}
          value={chosen.network ?? ''}
          options={networkOptions()}
          onChange={(event) =>
            choose({ ...chosen, network: event.currentTarget.value || undefined })
          }
        />
        <SelectField
          label={say.class()}
          name="class"
          value={chosen.class ?? ''}
          options={[
            ['', say.everyClass()],
            ['transactional', say.transactional()],
            ['promotional', say.promotional()],
          ]}
          onChange={(event) => choose({ ...chosen, class: event.currentTarget.value || undefined })}
        />
        <CsvButton
          label={say.file()}
          name="sms-by-day"
          fetchFile={(signal) =>
            fetchFile({ from, by: 'network_and_class', format: 'csv' }, signal)
          }
        />
      </div>
      <Loaded of={load}>{(days) => <Counts days={days} />}</Loaded>
    </>
  );
}

function networkOptions() {
  return [
    ['', say.everyNetwork()],
    ['safaricom', 'Safaricom'],
    ['airtel', 'Airtel'],
    ['telkom', 'Telkom'],
    ['equitel', 'Equitel'],
    ['faiba', 'Faiba'],
    ['other', say.otherNetwork()],
  ] as const;
}

/** Bars from the foot up: what is sure first. */
const bands = [
  { value: ({ delivered }: DaySum) => delivered, look: 'level', name: say.delivered },
  {
    value: ({ withoutReceipt }: DaySum) => withoutReceipt,
    look: 'estimated',
    name: say.withoutReceipt,
  },
  { value: ({ open }: DaySum) => open, look: 'open', name: say.open },
  { value: ({ lost }: DaySum) => lost, look: 'lost', name: say.lost },
];

function Counts({ days }: { days: DaySum[] }) {
  const sumOf = (value: (day: DaySum) => number) => days.reduce((sum, day) => sum + value(day), 0);
  const messages = sumOf((day) => day.messages);
  if (messages === 0) return <p class="faint">{say.none()}</p>;
  const delivered = number(sumOf((day) => day.delivered));
  return (
    <>
      <DayChart
        label={say.chart({ messages: number(messages), delivered })}
        days={days.map((day) => ({ date: day.day, columns: [barsOf(day)] }))}
        largest={Math.max(...days.map((day) => day.messages))}
        format={(value) => number(value)}
      />
      <ul class="row small sms-bands" aria-hidden="true">
        {bands.map(({ look, name }) => (
          <li key={look}>
            <svg class="sms-band" viewBox="0 0 14 14" aria-hidden="true">
              <rect class={`day-chart-${look}`} x={1} y={1} width={12} height={12} />
            </svg>{' '}
            {name()}
          </li>
        ))}
      </ul>
      <DaysTable days={days} />
    </>
  );
}

function barsOf(day: DaySum) {
  let from = 0;
  return bands.flatMap(({ value, look }) => {
    const bar = { from, to: from + value(day), look };
    from = bar.to;
    return bar.to > bar.from ? [bar] : [];
  });
}

function DaysTable({ days }: { days: DaySum[] }) {
  const filled = days.filter(({ messages }) => messages > 0).reverse();
  return (
    <>
      <section class="scroll-x" tabIndex={0} aria-label={say.title()}>
        <table class="sms-ledger">
          <thead>
            <tr>
              <th scope="col">{say.day()}</th>
              <th scope="col" class="number">
                {say.messages()}
              </th>
              {bands.map(({ look, name }) => (
                <th key={look} scope="col" class="number">
                  {name()}
                </th>
              ))}
              <th scope="col">{say.handed()}</th>
              <th scope="col">{say.receipt()}</th>
            </tr>
          </thead>
          <tbody>
            {filled.map((day) => (
              <tr key={day.day}>
                <th scope="row">{calendarDay(day.day)}</th>
                <td class="number">{number(day.messages)}</td>
                {bands.map(({ value, look }) => (
                  <td key={look} class="number">
                    {number(value(day))}
                  </td>
                ))}
                <td>{waits(day.waits.handed_over_median_s, day.waits.handed_over_p95_s)}</td>
                <td>{waits(day.waits.receipt_median_s, day.waits.receipt_p95_s)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="faint small">{say.waitsAbout()}</p>
    </>
  );
}

function waits(median: number | null, most: number | null): string {
  if (median === null || most === null) return '–';
  if (median === most) return inUnits(median);
  return say.waits({ median: inUnits(median), most: inUnits(most) });
}

const units = [
  { seconds: 86_400, write: say.days },
  { seconds: 3600, write: say.hours },
  { seconds: 60, write: say.minutes },
];

function inUnits(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds && seconds % each.seconds === 0);
  const count = number(seconds / (unit?.seconds ?? 1));
  return (unit?.write ?? say.seconds)({ count });
}
