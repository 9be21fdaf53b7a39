import { useState } from 'preact/hooks';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { Button } from '../ui/button.tsx';
import { managedTanks } from './change/change-file.ts';
import { HandOverDialog } from './change/hand-over-dialog.tsx';
import { KeyDialog } from './change/key-dialog.tsx';
import { ShareDialog } from './change/share-dialog.tsx';
import { SupplyDialog } from './change/supply-dialog.tsx';
import { TankDialog } from './change/tank-dialog.tsx';
import { ThresholdsDialog } from './change/thresholds-dialog.tsx';
import { say as sayChange } from './change/words.ts';
import { GroupDialog } from './group-dialog.tsx';
import { say } from './words.ts';

type Props = {
  rows: TankLine[];
  onSave: () => void;
  onEdit: () => void;
  onClear: () => void;
  /** Keeps only these chosen: what failed is tried again. */
  onKeep: (rows: readonly TankLine[]) => void;
};

const dialogs = {
  thresholds: ThresholdsDialog,
  group: GroupDialog,
  share: ShareDialog,
  handOver: HandOverDialog,
  tank: TankDialog,
  supply: SupplyDialog,
  key: KeyDialog,
};

const changes = ['share', 'handOver', 'tank', 'supply', 'key'] as const;

/** Most ids in an address that browsers accept; of a longer list the screen of labels offers all. */
const mostIds = 200;

/** What can be done to the chosen lines. */
export function ChosenBar({ rows, onSave, onEdit, onClear, onKeep }: Props) {
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  const ids = [...new Set(rows.map(({ tank }) => tank.device_id))];
  const managed = managedTanks(rows).length;
  const leftOut = rows.length - managed;
  const Opened = opened && dialogs[opened];
  // A dialog stays to say what became of a choice that is gone.
  if (rows.length === 0 && !opened) return null;
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
        {changes.map((change) => (
          <Button key={change} onClick={() => setOpened(change)}>
            {sayChange[change]()}
          </Button>
        ))}
        <a
          class="button"
          href={ids.length > mostIds ? '/devices/labels' : `/devices/labels?ids=${ids}`}
        >
          {say.labelChosen()}
        </a>
        {managed > 0 && <Button onClick={onEdit}>{say.edit()}</Button>}
        <Button onClick={onSave}>{say.saveChosen()}</Button>
        <Button onClick={onClear}>{say.chooseNone()}</Button>
      </div>
      {managed > 0 && (
        <p class="faint small">
          {say.editHint()}
          {leftOut > 0 && ` ${say.editLeavesOut({ count: leftOut })}`}
        </p>
      )}
      {Opened && <Opened rows={rows} onClose={() => setOpened(undefined)} onKeep={onKeep} />}
    </section>
  );
}
