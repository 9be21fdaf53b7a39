import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { roleMeaning, roleText } from './role-words.ts';
import { readRole, type SharedRole, sharedRoles, shareWith, type Target } from './share.ts';
import { say } from './words.ts';

type Props = { target: Target; onInvited: () => Promise<void> };

/** Invites somebody by what one knows of them: an e-mail or a phone number. */
export function InviteForm({ target, onInvited }: Props) {
  const [role, setRole] = useState<SharedRole>('viewer');
  const [invited, setInvited] = useState<string>();
  const [sent, setSent] = useState(0);
  const inviting = useAction(async (form: FormData) => {
    setInvited(undefined);
    const to = formText(form, 'to').trim();
    await shareWith(target, to, role);
    setInvited(to);
    setSent((count) => count + 1);
    await onInvited();
  });
  return (
    <form key={sent} class="card stack" onSubmit={onSubmit(inviting.run)}>
      <h2>{say.invite()}</h2>
      <Field
        label={say.to()}
        name="to"
        autoComplete="off"
        autoCapitalize="none"
        required
        maxLength={254}
        hint={say.toHint()}
        failure={inviting.failure}
      />
      <SelectField
        label={say.role()}
        name="role"
        value={role}
        options={sharedRoles.map((each) => [each, roleText(each)])}
        hint={roleMeaning(role)}
        onChange={(event) => setRole(readRole(event.currentTarget.value))}
        failure={inviting.failure}
      />
      <FailureNotice failure={inviting.failure} />
      {invited !== undefined && <Notice kind="success">{say.wasInvited({ to: invited })}</Notice>}
      <p>
        <Button look="main" type="submit" isBusy={inviting.isBusy}>
          {say.inviteNow()}
        </Button>
      </p>
    </form>
  );
}
