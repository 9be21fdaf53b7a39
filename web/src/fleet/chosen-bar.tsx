import { useState } from 'preact/hooks';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { Button } from '../ui/button.tsx';
import { ThresholdsDialog } from './thresholds-dialog.tsx';
import { say } from './words.ts';

type Props = { rows: TankLine[]; onSave: () => void; onClear: () => void };

/** What can be done with all lines that were chosen. */
export function ChosenBar({ rows, onSave, onClear }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="card row row-apart" aria-label={say.chosenPart()}>
      <p role="status">
        <strong>{say.chosen({ count: rows.length })}</strong>
      </p>
      <div class="row">
        <Button look="main" onClick={() => setOpen(true)}>
          {say.setThresholds()}
        </Button>
        <Button onClick={onSave}>{say.saveChosen()}</Button>
        <Button onClick={onClear}>{say.chooseNone()}</Button>
      </div>
      {isOpen && <ThresholdsDialog rows={rows} onClose={() => setOpen(false)} />}
    </section>
  );
}
