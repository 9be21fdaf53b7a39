import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import { NewPasswordField, PresentPasswordField } from '../sign-in/password-fields.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** A new password, typed twice, since nobody sees it. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [changes, setChanges] = useState(0);
  const changing = useAction(async (form: FormData) => {
    const password = formText(form, 'password');
    if (password !== formText(form, 'again')) throw wrong('again', say.different());
    const current_password = formText(form, 'current_password');
    await call('PUT /api/auth.php?action=update', { body: { password, current_password } });
    setChanges((count) => count + 1);
    onChanged();
  });
  return (
    <section class="card stack">
      <h2>{say.password()}</h2>
      <form key={changes} onSubmit={onSubmit(changing.run)}>
        <PresentPasswordField
          label={say.presentPassword()}
          name="current_password"
          failure={changing.failure}
        />
        <NewPasswordField
          label={say.newPassword()}
          hint={say.passwordHint()}
          failure={changing.failure}
        />
        <Field
          label={say.again()}
          name="again"
          type="password"
          autoComplete="new-password"
          required
          failure={changing.failure}
        />
        <FailureNotice failure={changing.failure} />
        {changes > 0 && !changing.failure && <Notice kind="success">{say.changed()}</Notice>}
        <Button look="main" type="submit" isBusy={changing.isBusy}>
          {say.changePassword()}
        </Button>
      </form>
    </section>
  );
}

function wrong(field: string, message: string): Failure {
  return new Failure(400, { error: message, code: 'invalid_input', errors: [{ field, message }] });
}
