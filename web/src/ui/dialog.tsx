import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from './words.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** True while it waits for what cannot be called back: then nothing closes it. */
  isHeld?: boolean;
  children: ComponentChildren;
};

/** A modal dialog; Escape, the backdrop and the cross close it. It is there while it is drawn. */
export function Dialog({ title, onClose, isHeld = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const held = useRef(isHeld);
  held.current = isHeld;
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Beside what is in it, only the backdrop is the dialog itself.
    const closeOutside = (event: MouseEvent) => {
      if (event.target === opened && !held.current) opened?.close();
    };
    opened?.addEventListener('click', closeOutside);
    return () => opened?.removeEventListener('click', closeOutside);
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
