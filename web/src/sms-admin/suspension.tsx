import { call } from '../api/call.ts';
import type { AccountCredits } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { say } from './words.ts';

type Props = {
  account: AccountCredits;
  onChanged: (account: AccountCredits) => void;
  onClose: () => void;
};

/** Asks why an account is to be suspended, or whether a suspended one is to be let go. */
export function SuspensionDialog(props: Props) {
  return props.account.suspended ? <ResumeDialog {...props} /> : <SuspendDialog {...props} />;
}

function SuspendDialog({ account: { id, email }, onChanged, onClose }: Props) {
  const suspending = useAction(async (form: FormData) => {
    const body = { reason: formText(form, 'reason').trim() };
    onChanged(
      await call('PUT /v1/admin/accounts/{id}/suspension', { path: { id: Number(id) }, body }),
    );
    onClose();
  });
  return (
    <Dialog title={say.suspend()} onClose={onClose}>
      <p>{email}</p>
      <p class="small">{say.suspendAbout()}</p>
      <form class="stack" onSubmit={onSubmit(suspending.run)}>
        <Field
          label={say.reason()}
          name="reason"
          required
          maxLength={200}
          hint={say.reasonHint()}
          failure={suspending.failure}
        />
        <FailureNotice failure={suspending.failure} />
        <div class="row row-end">
          <Button look="danger" type="submit" isBusy={suspending.isBusy}>
            {say.suspend()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ResumeDialog({ account: { id, email }, onChanged, onClose }: Props) {
  const resume = async () => {
    onChanged(
      await call('DELETE /v1/admin/accounts/{id}/suspension', { path: { id: Number(id) } }),
    );
  };
  return (
    <ConfirmDialog
      title={say.resumeTitle({ email })}
      confirm={say.resume()}
      onConfirm={resume}
      onClose={onClose}
    >
      <p>{say.resumeAbout()}</p>
    </ConfirmDialog>
  );
}
