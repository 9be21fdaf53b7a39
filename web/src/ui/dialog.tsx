import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { useAction } from './form/use-action.ts';
import { FailureNotice } from './notice.tsx';
import { say } from './words.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** True while an action that cannot be cancelled is under way: the dialog then stays open. */
  isHeld?: boolean;
  children: ComponentChildren;
};

/** A modal dialog, open while mounted; Escape, the backdrop and the cross close it. */
export function Dialog({ title, onClose, isHeld = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const held = useRef(isHeld);
  held.current = isHeld;
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // What is on the dialog itself is on its backdrop. A click has the dialog as its target also where text was
    // marked beyond it: the press began in a field, or ended in one.
    let isBeside = false;
    const notePress = (event: Event) => {
      isBeside = event.target === opened;
    };
    const noteRelease = (event: Event) => {
      isBeside &&= event.target === opened;
    };
    const closeBeside = (event: Event) => {
      if (isBeside && event.target === opened && !held.current) opened?.close();
    };
    const heard = [
      ['pointerdown', notePress],
      ['pointerup', noteRelease],
      ['click', closeBeside],
    ] as const;
    for (const [kind, hear] of heard) opened?.addEventListener(kind, hear);
    return () => {
      for (const [kind, hear] of heard) opened?.removeEventListener(kind, hear);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onCancel={(event) => isHeld && event.preventDefault()}
      onClose={onClose}
    >
      <div class="dialog-body">
        <header class="page-head">
          <h2>{title}</h2>
          <button
            type="button"
            class="button button-quiet dialog-close"
            aria-label={say.close()}
            disabled={isHeld}
            onClick={() => dialog.current?.close()}
          >
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

type ConfirmDialogProps = {
  title: string;
  /** Text of the confirming button. */
  confirm: string;
  isDangerous?: boolean;
  /** False while a field is still to be filled in. */
  isReady?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
};

/** Asks before an action that cannot be undone; stays open with the reason if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
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
