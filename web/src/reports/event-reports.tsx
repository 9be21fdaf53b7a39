import { severities, severityText, types, typeText } from '../alerts/alert-marks.tsx';
import type {
  AlertsReport as AlertsOfReport,
  PumpReport as CommandsOfReport,
} from '../api/operations.ts';
import { CommandName } from '../tank/pump/command-list.tsx';
import { messageText } from '../tank-view/tank-sentences.ts';
import { tankAt } from '../tanks/tanks.ts';
import { dateTime, number } from '../words/format.ts';
import { EmptyReport } from './day-reports.tsx';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

export function AlertsReport({ alerts, summary }: Pick<AlertsOfReport, 'alerts' | 'summary'>) {
  if (summary.total === 0) return <p class="card">{say.noAlerts()}</p>;
  const { total, unread, by_severity, by_type } = summary;
  return (
    <section class="card stack">
      <Counts
        counts={[
          [say.total(), `${number(total)} (${number(unread)} ${say.unread()})`],
          ...severities.map(
            (each) => [severityText(each), number(by_severity[each] ?? 0)] as const,
          ),
          ...types
            .filter((each) => (by_type[each] ?? 0) > 0)
            .map((each) => [typeText(each), number(by_type[each] ?? 0)] as const),
        ]}
      />
      {alerts.length < total && <p class="faint">{say.someOnly()}</p>}
      <WholeColumns label={say.alerts()} columns={1} least={9}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.when()}</th>
              <th scope="col">{say.what()}</th>
            </tr>
          </thead>
          <tbody>
            {alerts.map((alert) => (
              <tr key={alert.id}>
                <th scope="row">{dateTime(alert.created_at)}</th>
                <td>
                  <strong>
                    {severityText(alert.severity)}, {typeText(alert.type)}
                  </strong>
                  <p>{messageText(alert, tankAt(alert.device_id))}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WholeColumns>
    </section>
  );
}

type Props = Pick<CommandsOfReport, 'commands' | 'summary'> & { deviceId: string };
type Command = CommandsOfReport['commands'][number];

export function PumpReport({ commands, summary, deviceId }: Props) {
  if (summary.total === 0) {
    return <EmptyReport deviceId={deviceId}>{say.noCommands()}</EmptyReport>;
  }
  const states = ['executed', 'pending', 'cancelled', 'expired'] as const;
  return (
    <section class="card stack">
      <Counts
        counts={[
          [say.total(), number(summary.total)],
          ...states.map((each) => [stateText(each), number(summary[each])] as const),
        ]}
      />
      {commands.length < summary.total && <p class="faint">{say.someOnly()}</p>}
      <WholeColumns label={say.pump()} columns={3} least={6.25}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.when()}</th>
              <th scope="col">{say.command()}</th>
              <th scope="col">{say.state()}</th>
              <th scope="col">{say.source()}</th>
            </tr>
          </thead>
          <tbody>
            {commands.map((each) => (
              <tr key={each.id}>
                <th scope="row">{dateTime(each.created_at)}</th>
                <td>
                  <CommandName command={each} />
                </td>
                <td>{stateText(each.status)}</td>
                <td>{sourceText(each.source)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WholeColumns>
    </section>
  );
}

function stateText(status: Command['status']): string {
  const texts = {
    executed: say.executed,
    pending: say.pending,
    cancelled: say.cancelled,
    expired: say.expired,
  };
  return texts[status]();
}

function sourceText(source: Command['source']): string {
  return { user: say.byUser, auto: say.byRule, schedule: say.bySchedule }[source]();
}

function Counts({ counts }: { counts: (readonly [name: string, count: string])[] }) {
  return (
    <dl class="reports-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt class="faint small">{name}</dt>
          <dd>
            <strong>{count}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
