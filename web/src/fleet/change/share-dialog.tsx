import { useState } from 'preact/hooks';
import { AddresseeField } from '../../people/addressee-field.tsx';
import {
  readRole,
  roleMeaning,
  roleText,
  type SharedRole,
  sharedRoles,
} from '../../people/share.ts';
import { say as sayPeople } from '../../people/words.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

/** Invites a person to each of the chosen devices, or changes the role there. */
export function ShareDialog(props: ChangeProps) {
  const [to, setTo] = useState('');
  const [role, setRole] = useState<SharedRole>('viewer');
  const share = to.trim();
  return (
    <ChangeDialog
      {...props}
      title={say.share()}
      what={say.shareWhat({ to: share, role: roleText(role) })}
      cellsOf={() => ({ share, role })}
      counted={{ asks: say.shares, does: say.shareDo }}
      undo={{ label: say.takeBack(), cellsOf: () => ({ share, role: 'none' }) }}
    >
      <AddresseeField
        name="share"
        hint={say.shareHint()}
        value={to}
        onInput={(event) => setTo(event.currentTarget.value)}
      />
      <SelectField
        label={sayPeople.role()}
        name="role"
        value={role}
        options={sharedRoles.map((each) => [each, roleText(each)] as const)}
        hint={roleMeaning(role)}
        onChange={(event) => setRole(readRole(event.currentTarget.value))}
      />
    </ChangeDialog>
  );
}
