import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useAction } from './form/use-action.ts';
import { say } from './words.ts';

type Props = {
  title: string;
  /** What the button says that does it. */
  confirm: string;
  isDangerous?: boolean;
  /** False while something is to be filled in first. */
  isReady?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
};

/** Asks before something that cannot be taken back; stays open with the reason when it fails. */
export function ConfirmDialog(props: Props) {
  const { title, confirm, isDangerous = false, isReady = true, children } = props;
  const { onConfirm, onClose } = props;
  const action = useAction(onConfirm);
  return (
    <Dialog title={title} isHeld={action.isBusy} onClose={onClose}>
      {children}
      <FailureNotice failure={action.failure} />
      <div class="row row-end">
        <Button disabled={action.isBusy} onClick={onClose}>
          {say.cancel()}
        </Button>
        <Button
          look={isDangerous ? 'danger' : 'main'}
          isBusy={action.isBusy}
          disabled={!isReady}
          onClick={() => void action.run().then((isDone) => isDone && onClose())}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
