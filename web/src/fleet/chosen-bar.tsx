import { useState } from 'preact/hooks';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { Button } from '../ui/button.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { ThresholdsDialog } from './thresholds-dialog.tsx';
import { say } from './words.ts';

type Props = { rows: TankLine[]; onSave: () => void; onEdit: () => void; onClear: () => void };

const dialogs = { thresholds: ThresholdsDialog, group: GroupDialog };

/** Most ids in an address that browsers accept; of a longer list the screen of labels offers all. */
const mostIds = 200;

/** What can be done to the chosen lines. */
export function ChosenBar({ rows, onSave, onEdit, onClear }: Props) {
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  const ids = [...new Set(rows.map(({ tank }) => tank.device_id))];
  const Opened = opened && dialogs[opened];
  return (
    <section class="card row row-apart" aria-label={say.chosenPart()}>
      <p role="status">
        <strong>{say.chosen({ count: rows.length })}</strong>
      </p>
      <div class="row">
        <Button look="main" onClick={() => setOpened('thresholds')}>
          {say.setThresholds()}
        </Button>
        <Button onClick={() => setOpened('group')}>{say.intoGroup()}</Button>
        <a
          class="button"
          href={ids.length > mostIds ? '/devices/labels' : `/devices/labels?ids=${ids}`}
        >
          {say.labelChosen()}
        </a>
        <Button onClick={onEdit}>{say.edit()}</Button>
        <Button onClick={onSave}>{say.saveChosen()}</Button>
        <Button onClick={onClear}>{say.chooseNone()}</Button>
      </div>
      <p class="faint small">{say.editHint()}</p>
      {Opened && <Opened rows={rows} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
