import type { PumpCommand } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { dateTime } from '../../words/format.ts';
import { say } from '../words.ts';
import { CommandName } from './command-name.tsx';
import { cancelCommand } from './use-commands.ts';

type Props = { commands: PumpCommand[]; mayOperate: boolean };

/** The last commands with who sent them and what became of them; those that wait can be cancelled. */
export function CommandList({ commands, mayOperate }: Props) {
  const cancelling = useAction(cancelCommand);
  return (
    <section class="card stack" aria-labelledby="tank-commands-title">
      <h2 id="tank-commands-title">{say.lastCommands()}</h2>
      <FailureNotice failure={cancelling.failure} />
      <ol class="tank-commands">
        {commands.map((command, index) => (
          <li key={command.id} class="row row-apart">
            <div>
              <p>
                <strong>
                  <CommandName command={command} />
                </strong>
                : {stateOf(command)}
              </p>
              <p class="faint small">
                {sourceOf(command)} · {dateTime(command.created_at)}
              </p>
            </div>
            {mayOperate && index > 0 && command.status === 'pending' && (
              <Button
                look="quiet"
                isBusy={cancelling.isBusy}
                onClick={() => void cancelling.run(command.id)}
              >
                {say.cancelOne()}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function stateOf({ status, delivered_at }: PumpCommand): string {
  const states = {
    pending: delivered_at === null ? say.isPending : say.isDelivered,
    executed: say.isExecuted,
    cancelled: say.isCancelled,
    expired: say.isExpired,
  };
  return states[status]();
}

function sourceOf({ source }: PumpCommand): string {
  const sources = { user: say.byUser, auto: say.byAuto, schedule: say.bySchedule };
  return sources[source]();
}
