import type { ComponentChildren } from 'preact';
import type { PumpCommand } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { dateTime } from '../../words/format.ts';
import { say } from '../words.ts';
import { CommandName } from './command-name.tsx';
import { type Step, stepsOf } from './command-progress.ts';
import { cancelCommand, markExecuted } from './use-commands.ts';

/** A command on its way to the pump, step by step, and how to call it back. */
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
