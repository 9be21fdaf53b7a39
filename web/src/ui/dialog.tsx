import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from './words.ts';

type Props = { title: string; onClose: () => void; children: ComponentChildren };

/** A modal dialog; Escape, the backdrop and the cross close it. It is there while it is drawn. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Beside what is in it, only the backdrop is the dialog itself.
    const closeOutside = (event: MouseEvent) => event.target === opened && opened?.close();
    opened?.addEventListener('click', closeOutside);
    return () => opened?.removeEventListener('click', closeOutside);
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <div class="dialog-body">
        <header class="page-head">
          <h2>{title}</h2>
          <button
            type="button"
            class="button button-quiet dialog-close"
            aria-label={say.close()}
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
