import type { PumpCommand } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { weekday } from '../../words/format.ts';
import { say } from '../words.ts';
import { days, type Stretch } from './schedule.ts';
import { cancelCommand } from './use-commands.ts';

type Props = { command: PumpCommand; mayOperate: boolean };

/** The weekly times that Kisima keeps for a pump, and their end. */
export function ScheduleInForce({ command, mayOperate }: Props) {
  const ending = useAction(() => cancelCommand(command.id));
  return (
    <div class="tank-way">
      <h3>{say.schedule()}</h3>
      <ul>
        {(command.schedule ?? []).map((stretch) => (
          <li key={`${stretch.days} ${stretch.from}`}>{sayStretch(stretch)}</li>
        ))}
      </ul>
      <FailureNotice failure={ending.failure} />
      {mayOperate && (
        <p>
          <Button look="danger" isBusy={ending.isBusy} onClick={() => void ending.run()}>
            {say.endSchedule()}
          </Button>
        </p>
      )}
    </div>
  );
}

function sayStretch({ days: chosen, from, until }: Stretch): string {
  const names = chosen.map((day) => weekday(days.indexOf(day))).join(', ');
  return say.stretchFact({
    days: chosen.length === days.length ? say.everyDay() : names,
    from,
    until,
  });
}
