import type { PumpReport as Report } from '../api/operations.ts';
import { CommandName } from '../tank/pump/command-name.tsx';
import { dateTime, number } from '../words/format.ts';
import { Counts } from './counts.tsx';
import { EmptyReport } from './empty-report.tsx';
import { WholeColumns } from './whole-columns.tsx';
import { say } from './words.ts';

type Props = Pick<Report, 'commands' | 'summary'> & { deviceId: string };
type Command = Report['commands'][number];

/** What the pump was told to do, by whom, and what came of it. */
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
