import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { keepProfile, profile } from '../session/profile.ts';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { AddresseeField } from './addressee-field.tsx';
import { Invited } from './invited.tsx';
import {
  readRole,
  roleMeaning,
  roleText,
  type SharedRole,
  sharedRoles,
  shareWith,
  type Target,
} from './share.ts';
import { say } from './words.ts';

type Props = {
  target: Target;
  /** Invitation made here last, while it waits. */
  invited: Share | undefined;
  onInvited: (share: Share) => Promise<void>;
};

/** Invites a person; the link to send stands where that was done, since the person knows nothing yet. */
export function InviteForm({ target, invited, onInvited }: Props) {
  const [role, setRole] = useState<SharedRole>('viewer');
  const [to, setTo] = useState('');
  const [sent, setSent] = useState(0);
  const inviting = useAction(async (form: FormData) => {
    const typed = formText(form, 'to').trim();
    await keepName(formText(form, 'full_name').trim());
    const share = await shareWith(target, typed, role);
    setTo(typed);
    setSent((count) => count + 1);
    await onInvited(share);
  });
  return (
    <form key={sent} class="card stack" onSubmit={onSubmit(inviting.run)}>
      <h2>{say.invite()}</h2>
      {invited && <Invited key={sent} share={invited} to={to} />}
      <AddresseeField name="to" hint={say.toHint()} failure={inviting.failure} />
      {profile.value?.user.full_name === null && (
        <Field
          label={say.ownName()}
          name="full_name"
          autoComplete="name"
          isOptional
          hint={say.ownNameHint()}
          failure={inviting.failure}
        />
      )}
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
      <p>
        <Button look="main" type="submit" isBusy={inviting.isBusy}>
          {say.inviteNow()}
        </Button>
      </p>
    </form>
  );
}

/** The invited person reads who invites, if that has a name. */
async function keepName(full_name: string): Promise<void> {
  const known = profile.peek();
  if (!known || full_name === '') return;
  const { user } = await call('PUT /api/auth.php?action=update', { body: { full_name } });
  keepProfile({ ...known, user });
}
