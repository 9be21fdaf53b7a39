import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { sayFailure } from './failures/known-sentences.ts';
import { say } from './words.ts';

type Props = { kind: 'info' | 'success' | 'warning' | 'danger'; children: ComponentChildren };

/** A boxed message, announced by screen readers. */
export function Notice({ kind, children }: Props) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

type FailureNoticeProps = {
  failure: Error | undefined;
  /** Offered as a button if a retry makes sense. */
  retry?: (() => unknown) | undefined;
};

/** A failure where it happened, with the next step. */
export function FailureNotice({ failure, retry }: FailureNoticeProps) {
  if (!failure) return null;
  return (
    <Notice kind="danger">
      <p>{sayFailure(failure)}</p>
      {retry && (
        <Button look="quiet" onClick={() => void retry()}>
          {say.retry()}
        </Button>
      )}
    </Notice>
  );
}
