import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { dateTime } from '../words/format.ts';
import { CompareReport } from './compare/compare-report.tsx';
import { levelSeries, usageSeries } from './compare/series.ts';
import { Report } from './report.tsx';
import { type ReportView, rangeQuery } from './report-view.ts';
import { say } from './words.ts';

type Props = { tanks: [Tank, ...Tank[]]; view: ReportView };

/** The report of one device; of several what can be compared in one chart, and else one after the other. */
export function ReportOfAll({ tanks, view }: Props) {
  const { kind } = view;
  const [first, ...others] = tanks;
  if (others.length === 0) return <Report tank={first} view={view} />;
  if (kind === 'daily' || kind === 'usage') return <Compared kind={kind} {...{ tanks, view }} />;
  return (
    <>
      {tanks.map((tank) => (
        <Report key={tank.device_id} tank={tank} view={view} />
      ))}
    </>
  );
}

function Compared({ kind, tanks, view }: Props & { kind: 'daily' | 'usage' }) {
  const ids = tanks.map(({ device_id }) => device_id).join();
  const load = useLoad(
    async (signal) => await Promise.all(tanks.map((tank) => loadSeries(kind, tank, view, signal))),
    [ids],
  );
  return (
    <Loaded of={load}>
      {(loaded) => (
        <>
          {loaded[0] && (
            <p class="faint">
              {say.range({
                from: dateTime(loaded[0].start_date),
                until: dateTime(loaded[0].end_date),
                zone: loaded[0].timezone,
              })}
            </p>
          )}
          <CompareReport kind={kind} series={loaded.flatMap(({ series }) => series)} />
        </>
      )}
    </Loaded>
  );
}

async function loadSeries(
  kind: 'daily' | 'usage',
  tank: Tank,
  view: ReportView,
  signal: AbortSignal,
) {
  const device = { id: tank.device_id, name: nameOf(tank) };
  const options = { query: { device_id: tank.device_id, ...rangeQuery(view) }, signal };
  if (kind === 'usage') {
    const answer = await call('GET /api/reports.php?action=usage', options);
    return { ...answer, series: usageSeries(device, answer) };
  }
  const answer = await call('GET /api/reports.php?action=daily', options);
  return { ...answer, series: levelSeries(device, answer.days) };
}
