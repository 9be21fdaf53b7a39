import { ConfirmDialog } from '../../ui/dialog.tsx';
import { percent } from '../../words/format.ts';
import { say } from '../words.ts';

type Props = { level: number; onConfirm: () => Promise<void>; onClose: () => void };

/** Asked before a pump is turned on though its tank is nearly full. */
export function FullTankDialog({ level, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      title={say.fullTitle()}
      confirm={say.anyway()}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{say.fullHint({ level: percent(level, 1) })}</p>
    </ConfirmDialog>
  );
}
