import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { dateTime } from '../words/format.ts';
import { CompareReport } from './compare/compare-report.tsx';
import { levelSeries, usageSeries } from './compare/series.ts';
import { DailyReport, UsageReport } from './day-reports.tsx';
import { AlertsReport, PumpReport } from './event-reports.tsx';
import { type ReportView, rangeQuery } from './report-view.ts';
import { say } from './words.ts';

type Props = { tanks: [Tank, ...Tank[]]; view: ReportView };

/** Of several devices one chart where they compare, else one report after the other. */
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

function Report({ tank, view }: { tank: Tank; view: ReportView }) {
  const load = useLoad(async (signal) => await loadReport(tank.device_id, view, signal), []);
  return (
    <Loaded of={load}>
      {(report) => {
        const { start_date, end_date, timezone } = report.answer;
        return (
          <>
            <p class="faint">
              {nameOf(tank)} ·{' '}
              {say.range({
                from: dateTime(start_date),
                until: dateTime(end_date),
                zone: timezone,
              })}
            </p>
            {(report.kind === 'daily' || report.kind === 'usage') &&
              report.answer.days.length > 0 &&
              report.answer.remarks.map((remark) => <p key={remark}>{remark}</p>)}
            {report.kind === 'daily' && (
              <DailyReport deviceId={tank.device_id} days={report.answer.days} />
            )}
            {report.kind === 'usage' && (
              <UsageReport deviceId={tank.device_id} {...report.answer} />
            )}
            {report.kind === 'alerts' && <AlertsReport {...report.answer} />}
            {report.kind === 'pump' && <PumpReport deviceId={tank.device_id} {...report.answer} />}
          </>
        );
      }}
    </Loaded>
  );
}

async function loadReport(device_id: string, view: ReportView, signal: AbortSignal) {
  const options = { query: { device_id, ...rangeQuery(view) }, signal };
  switch (view.kind) {
    case 'daily':
      return {
        kind: 'daily',
        answer: await call('GET /api/reports.php?action=daily', options),
      } as const;
    case 'usage':
      return {
        kind: 'usage',
        answer: await call('GET /api/reports.php?action=usage', options),
      } as const;
    case 'alerts':
      return {
        kind: 'alerts',
        answer: await call('GET /api/reports.php?action=alerts', options),
      } as const;
    case 'pump':
      return {
        kind: 'pump',
        answer: await call('GET /api/reports.php?action=pump', options),
      } as const;
  }
}
