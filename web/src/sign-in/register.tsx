import { call } from '../api/call.ts';
import { beginSession } from '../api/session.ts';
import { Field } from '../ui/form/field.tsx';
import { formText, useAction } from '../ui/form/use-action.ts';
import { language } from '../words/language.ts';
import { browserId, Door, DoorForm, EmailField } from './door.tsx';
import { NewPasswordField } from './password-fields.tsx';
import { say } from './words.ts';

export function Register() {
  const registering = useAction(async (form: FormData) => {
    const body = {
      email: formText(form, 'email'),
      password: formText(form, 'password'),
      full_name: formText(form, 'full_name') || null,
      browser_id: browserId(),
    };
    const { token } = await call('POST /api/auth.php?action=register', { body });
    // A new account takes the language of this screen; a session takes over the account's.
    const chosen = { language: language.value };
    await call('PUT /api/me', { body: chosen, bearer: token }).catch(() => undefined);
    beginSession(token);
  });
  return (
    <Door title={say.register()}>
      <DoorForm action={registering} submit={say.register()}>
        <Field
          label={say.fullName()}
          name="full_name"
          autoComplete="name"
          isOptional
          failure={registering.failure}
        />
        <EmailField failure={registering.failure} />
        <NewPasswordField
          label={say.password()}
          hint={say.passwordHint()}
          failure={registering.failure}
        />
      </DoorForm>
      <p class="links">
        <a href="/sign-in">{say.hasAccount()}</a>
      </p>
    </Door>
  );
}
