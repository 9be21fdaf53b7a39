import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Group } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { say } from './words.ts';

type Props = { group: Group; onRenamed: (group: Group) => void };

/** Sending to a group, renaming and deleting it. */
export function GroupActions({ group, onRenamed }: Props) {
  const [asked, ask] = useState<'rename' | 'delete'>();
  const { route } = useLocation();
  const { id, name, contact_count } = group;
  const close = () => ask(undefined);
  const remove = async () => {
    await call('DELETE /v1/account/groups/{id}', { path: { id } });
    route('/sms/groups', true);
  };
  return (
    <div class="row">
      {contact_count > 0 && (
        <a class="button button-main" href={`/sms/compose?group=${id}`}>
          {say.sendTo()}
        </a>
      )}
      <Button onClick={() => ask('rename')}>{say.rename()}</Button>
      <Button look="danger" onClick={() => ask('delete')}>
        {say.delete()}
      </Button>
      {asked === 'rename' && <RenameDialog group={group} onRenamed={onRenamed} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={say.deleteTitle({ name })}
          confirm={say.delete()}
          isDangerous
          onConfirm={remove}
          onClose={close}
        >
          {contact_count > 0 && <p>{say.deleteHint({ count: contact_count })}</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}

function RenameDialog({ group, onRenamed, onClose }: Props & { onClose: () => void }) {
  const renaming = useAction(async (form: FormData) => {
    const body = { name: formText(form, 'name') };
    onRenamed(await call('PUT /v1/account/groups/{id}', { path: { id: group.id }, body }));
    onClose();
  });
  return (
    <Dialog title={say.rename()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(renaming.run)}>
        <Field
          label={say.name()}
          name="name"
          required
          maxLength={100}
          defaultValue={group.name}
          failure={renaming.failure}
        />
        <FailureNotice failure={renaming.failure} />
        <div class="row row-end">
          <Button look="main" type="submit" isBusy={renaming.isBusy}>
            {say.save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
