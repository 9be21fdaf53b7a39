import type { ComponentChildren } from 'preact';
import { calendarDay, litres, percent } from '../../words/format.ts';
import { WholeColumns } from '../whole-columns.tsx';
import { say } from '../words.ts';
import { CompareChart, LegendMark } from './compare-chart.tsx';
import { daysOf, type Series } from './series.ts';
import './compare.css';

type Props = { kind: 'daily' | 'usage'; series: Series[] };

export function CompareReport({ kind, series }: Props) {
  if (series.length === 0) return <p class="card">{say.none()}</p>;
  // Litres and percent have no scale in common.
  const units = (['litre', 'percent'] as const).filter((unit) =>
    series.some((each) => each.unit === unit),
  );
  return (
    <>
      {units.map((unit) => (
        <Compared key={unit} kind={kind} series={series.filter((each) => each.unit === unit)} />
      ))}
    </>
  );
}

function Compared({ kind, series }: Props) {
  const isLitres = series[0]?.unit === 'litre';
  const format = (value: number) => (isLitres ? litres(value) : percent(value, 1));
  const largest =
    kind === 'daily' ? 100 : Math.max(...series.flatMap(({ byDay }) => [...byDay.values()]));
  const title = kind === 'daily' ? say.meanByDay() : say.usedByDay();
  const names = series.map(({ name }) => name).join(', ');
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <CompareChart
        label={say.compareChart({ title, names })}
        series={series}
        largest={largest}
        format={(value) => (isLitres ? litres(value) : percent(value))}
      />
      <Legend kind={kind} series={series} format={format} />
      <DaysBeside title={title} series={series} format={format} />
    </section>
  );
}

type TableProps = Props & { format: (value: number) => string };

function Legend({ kind, series, format }: TableProps) {
  const columns =
    kind === 'daily' ? [say.minimum(), say.average(), say.maximum()] : [say.used(), say.refilled()];
  return (
    <ul class="compare-names" aria-label={say.legend()}>
      {series.map(({ key, name, summary }, index) => (
        <li key={key}>
          <Named index={index}>{name}</Named>
          <span class="faint small">
            {columns.map((column, place) => `${column} ${format(summary[place] ?? 0)}`).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Named({ index, children }: { index: number; children: ComponentChildren }) {
  return (
    <span class="compare-name">
      <LegendMark index={index} />
      <strong>{children}</strong>
    </span>
  );
}

function DaysBeside({ title, series, format }: Omit<TableProps, 'kind'> & { title: string }) {
  return (
    <WholeColumns label={title} columns={series.length} least={6}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.dayName()}</th>
            {series.map(({ key, name }, index) => (
              <th key={key} scope="col" class="number">
                <LegendMark index={index} /> {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(series)
            .reverse()
            .map((day) => (
              <tr key={day}>
                <th scope="row">{calendarDay(day)}</th>
                {series.map(({ key, byDay }) => {
                  const value = byDay.get(day);
                  return (
                    <td key={key} class="number">
                      {value === undefined ? '–' : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </WholeColumns>
  );
}
