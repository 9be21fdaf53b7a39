import type { ComponentChildren } from 'preact';
import type { PumpCommand } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { dateTime, percent } from '../../words/format.ts';
import { say } from '../words.ts';
import { type Step, stepsOf } from './command-progress.ts';
import { cancelCommand, markExecuted } from './use-commands.ts';

type Props = { commands: PumpCommand[]; mayOperate: boolean };

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

export function CommandWay({ command, mayOperate }: { command: PumpCommand; mayOperate: boolean }) {
  const { id, status } = command;
  const steps = stepsOf(command);
  const cancelling = useAction(() => cancelCommand(id));
  const marking = useAction(() => markExecuted(id));
  const isBusy = cancelling.isBusy || marking.isBusy;
  const latest = steps.filter(({ state }) => state === 'past' || state === 'end').at(-1);
  return (
    <div class="tank-way">
      <h3>
        {say.newest()}: <CommandName command={command} />
      </h3>
      <p class="hidden" role="status">
        {latest && `${say[command.command]()}: ${nameOf(latest)}`}
      </p>
      <ol class="tank-steps">
        {steps.map((step) => (
          <li key={step.name} class={`tank-step tank-step-${step.state}`}>
            <Mark state={step.state} />
            <span>
              {nameOf(step)}
              {step.at && <span class="faint small"> {dateTime(step.at)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {status === 'pending' && mayOperate && (
        <>
          <FailureNotice failure={cancelling.failure ?? marking.failure} />
          <p class="row">
            <Button look="danger" isBusy={isBusy} onClick={() => void cancelling.run()}>
              {say.cancel()}
            </Button>
            <Button look="quiet" isBusy={isBusy} onClick={() => void marking.run()}>
              {say.markDone()}
            </Button>
          </p>
          {command.command === 'auto' && <p class="hint">{say.autoGoesOn()}</p>}
        </>
      )}
    </div>
  );
}

const marks: Record<Step['state'], ComponentChildren> = {
  past: '✓',
  next: '…',
  later: '',
  end: '✕',
};

function Mark({ state }: { state: Step['state'] }) {
  return (
    <span class="tank-mark" aria-hidden="true">
      {marks[state]}
    </span>
  );
}

function nameOf({ name, state }: Step): string {
  if (state === 'next' || state === 'later') {
    return name === 'delivered' ? say.awaitDelivered() : say.awaitAcknowledged();
  }
  const happened = {
    sent: say.sent,
    delivered: say.delivered,
    acknowledged: say.acknowledged,
    executed: say.executed,
    cancelled: say.cancelled,
    expired: say.expired,
  };
  return happened[name]();
}

export function CommandName({ command }: { command: PumpCommand }) {
  const levels = levelsOf(command);
  return (
    <>
      {say[command.command]()}
      {levels && <span class="faint small"> ({levels})</span>}
    </>
  );
}

function levelsOf({ turn_on_below, turn_off_above }: PumpCommand): string | undefined {
  const below = turn_on_below === null ? undefined : percent(turn_on_below, 1);
  const above = turn_off_above === null ? undefined : percent(turn_off_above, 1);
  if (below && above) return say.levels({ below, above });
  if (below) return say.below({ below });
  return above && say.above({ above });
}
