import { severities, severityText, types, typeText } from '../alerts/alert-words.ts';
import type { AlertsReport as Report } from '../api/operations.ts';
import { messageText } from '../tank-view/message-text.ts';
import { dateTime, number } from '../words/format.ts';
import { Counts } from './counts.tsx';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

/** How often the tank called for its owner, and why. */
export function AlertsReport({ alerts, summary }: Pick<Report, 'alerts' | 'summary'>) {
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
                  <p>{messageText(alert)}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WholeColumns>
    </section>
  );
}
