import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { onSubmit } from '../ui/form/on-submit.ts';
import type { Action } from '../ui/form/use-action.ts';

type Props = { action: Action<[FormData]>; submit: string; children: ComponentChildren };

/** The fields of a door, why they were refused, and its one button. */
export function DoorForm({ action, submit, children }: Props) {
  return (
    <form onSubmit={onSubmit(action.run)}>
      {children}
      <FailureNotice failure={action.failure} />
      <Button look="main" type="submit" isBusy={action.isBusy}>
        {submit}
      </Button>
    </form>
  );
}
