import type { PumpCommand } from '../../api/operations.ts';
import { percent } from '../../words/format.ts';
import { say } from '../words.ts';

/** What a command says, with its levels where it carries any. */
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
