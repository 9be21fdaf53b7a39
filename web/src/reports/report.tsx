import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { dateTime } from '../words/format.ts';
import { AlertsReport } from './alerts-report.tsx';
import { DailyReport } from './daily-report.tsx';
import { PumpReport } from './pump-report.tsx';
import { type ReportView, rangeQuery } from './report-view.ts';
import { UsageReport } from './usage-report.tsx';
import { say } from './words.ts';

/** The chosen report, with the time that it is of. */
export function Report({ tank, view }: { tank: Tank; view: ReportView }) {
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
