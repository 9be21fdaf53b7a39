import type { ComponentChildren } from 'preact';
import { Unreachable } from '../api/failure.ts';
import { connection } from '../live/stream.ts';
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

/** Stands where something would be, had the phone kept it or a network now. */
export function NotKept() {
  return <p class="faint not-kept">{say.notKept()}</p>;
}

type FailureNoticeProps = {
  failure: Error | undefined;
  /** Offered as a button where something did not come; an act is tried again by its own button. */
  retry?: (() => unknown) | undefined;
};

/** A failure where it happened, with the next step. */
export function FailureNotice({ failure, retry }: FailureNoticeProps) {
  if (!failure) return null;
  // The banner says that there is no network: once for the whole screen.
  const isSaid = failure instanceof Unreachable && connection.value === 'offline';
  if (isSaid && retry) return <NotKept />;
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
