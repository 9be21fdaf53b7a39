import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { MonthlyReport } from '../../api/operations.ts';
import { profile } from '../../session/profile.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { number } from '../../words/format.ts';
import { loadMonth } from './load-month.ts';
import { MonthFile } from './month-file.tsx';
import { MonthTable, rowName, severalSensors } from './month-table.tsx';
import {
  addressOfMonth,
  type MonthView,
  monthAt,
  monthName,
  monthsToChoose,
  readMonthView,
} from './month-view.ts';
import { say } from './words.ts';
import '../reports.css';
import './monthly.css';

/** A month of all tanks, or of a group, for the books. */
export function Monthly() {
  const { query, route } = useLocation();
  const { timezone = 'UTC', created_at } = profile.value?.user ?? {};
  const present = monthAt(Date.now(), timezone);
  const since = created_at === undefined ? '' : monthAt(Date.parse(created_at), timezone);
  const view = readMonthView(query, present, since);
  const groups = useLoad((signal) => call('GET /api/groups.php?action=list', { signal }), []);
  const group = groups.data?.find(({ id }) => String(id) === view.group);
  const month = monthName(view.month);
  const show = (changes: Partial<MonthView>) =>
    route(addressOfMonth({ ...view, ...changes }), true);
  return (
    <Page
      title={group ? say.ofGroup({ month, group: group.name }) : say.title({ month })}
      back={{ href: '/reports', label: say.reports() }}
      actions={
        <>
          <Button onClick={() => window.print()}>{say.print()}</Button>
          <MonthFile key={addressOfMonth(view)} view={view} />
        </>
      }
    >
      <div class="card reports-form reports-choices">
        <SelectField
          label={say.month()}
          name="month"
          value={view.month}
          isOrdered
          options={monthsToChoose(present, view.month).map((each) => [each, monthName(each)])}
          onChange={({ currentTarget }) => show({ month: currentTarget.value })}
        />
        {(groups.data?.length ?? 0) > 0 && (
          <SelectField
            label={say.group()}
            name="group"
            value={view.group ?? ''}
            options={[
              ['', say.everyTank()],
              ...(groups.data ?? []).map(({ id, name }) => [String(id), name] as const),
            ]}
            onChange={({ currentTarget }) => show({ group: currentTarget.value || undefined })}
          />
        )}
      </div>
      <Month key={addressOfMonth(view)} view={view} />
    </Page>
  );
}

function Month({ view }: { view: MonthView }) {
  const [progress, onProgress] = useState<{ done: number; count: number }>();
  const load = useLoad((signal) => loadMonth(view, { signal, onProgress }), []);
  return (
    <>
      {load.isLoading && progress && (
        <p class="row" role="status">
          <progress class="progress" value={progress.done} max={progress.count} />
          <span>
            {say.progress({ done: number(progress.done), count: number(progress.count) })}
          </span>
        </p>
      )}
      <Loaded of={load}>
        {({ shown, ...report }) =>
          report.rows.length === 0 ? <NoTanks /> : <Shown report={report} shown={shown} />
        }
      </Loaded>
    </>
  );
}

function NoTanks() {
  return (
    <div class="card stack">
      <p>{say.noTanks()}</p>
      <p>
        <a class="button button-main" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </div>
  );
}

function Shown({ report, shown }: { report: MonthlyReport; shown: number }) {
  const { remarks, totals, devices, timezone, water_price: price } = report;
  const { rows_in_percent: inPercent, rows_not_measured: notMeasured } = totals;
  return (
    <>
      <div class="stack monthly-words">
        <p class="faint">
          {say.span({ zone: timezone })}
          {price !== null && ` · ${say.price({ price: number(price, 2) })}`}
        </p>
        {shown < devices && (
          <p>
            <strong>{say.some({ shown: number(shown), count: number(devices) })}</strong>
          </p>
        )}
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        {price === null && (
          <p class="reports-form">
            <a href="/account">{say.setPrice()}</a>
          </p>
        )}
        {notMeasured > 0 && <p>{say.notMeasured({ count: notMeasured })}</p>}
        {inPercent > 0 && <p>{say.inPercent({ count: inPercent })}</p>}
      </div>
      <section class="card stack monthly-card">
        <MonthTable {...report} />
      </section>
      <Remarks rows={report.rows} />
    </>
  );
}

/** Remarks that several tanks share are said once, with the names of those tanks. */
function Remarks({ rows }: Pick<MonthlyReport, 'rows'>) {
  const several = severalSensors(rows);
  const tanksOf = new Map<string, string[]>();
  for (const row of rows.filter(({ unit }) => unit !== null)) {
    for (const remark of row.remarks) {
      tanksOf.set(remark, [...(tanksOf.get(remark) ?? []), rowName(row, several)]);
    }
  }
  const remarksOf = new Map<string, string[]>();
  for (const [remark, tanks] of tanksOf) {
    const isOfAll = tanks.length === rows.length && rows.length > 1;
    const names = isOfAll ? say.ofEveryTank() : tanks.join(', ');
    remarksOf.set(names, [...(remarksOf.get(names) ?? []), remark]);
  }
  if (remarksOf.size === 0) return null;
  return (
    <section class="card stack monthly-card">
      <h2>{say.remarks()}</h2>
      <dl class="monthly-remarks">
        {[...remarksOf].map(([names, remarks]) => (
          <div key={names}>
            <dt>{names}</dt>
            <dd>{remarks.join(' ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
