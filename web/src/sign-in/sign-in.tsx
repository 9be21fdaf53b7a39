import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { beginSession, lastEnd } from '../api/session.ts';
import { Field } from '../ui/form/field.tsx';
import { formText, useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { browserId, CodeField, Door, DoorForm, EmailField, useSecondStep } from './door.tsx';
import { enterAccount, makeAccount } from './enter.ts';
import { NewPasswordField, PresentPasswordField } from './password-fields.tsx';
import { RegisterFields } from './register-fields.tsx';
import { say } from './words.ts';

export function SignIn() {
  const secondStep = useSecondStep();
  const signingIn = useAction((form: FormData) =>
    secondStep.enter(form, async (code) => beginSession(await enterAccount(form, code))),
  );
  return (
    <Door title={say.signIn()}>
      <p class="faint">{say.about()}</p>
      {lastEnd.value === 'expired' && <Notice kind="info">{say.expired()}</Notice>}
      <DoorForm action={signingIn} submit={say.signIn()}>
        <EmailField failure={signingIn.failure} />
        <PresentPasswordField label={say.password()} failure={signingIn.failure} />
        {secondStep.isAsked && <CodeField failure={signingIn.failure} />}
      </DoorForm>
      <p class="row row-apart links">
        <a href="/register">{say.noAccount()}</a>
        <a href="/reset">{say.forgot()}</a>
      </p>
    </Door>
  );
}

export function Register() {
  const registering = useAction(async (form: FormData) => beginSession(await makeAccount(form)));
  return (
    <Door title={say.register()}>
      <DoorForm action={registering} submit={say.register()}>
        <RegisterFields failure={registering.failure} />
      </DoorForm>
      <p class="links">
        <a href="/sign-in">{say.hasAccount()}</a>
      </p>
    </Door>
  );
}

/** Requests a reset code, then a new password with it. */
export function Reset() {
  const [isAsked, setAsked] = useState(false);
  // A server may answer the code at once, as on one's own machine; then it need not be typed.
  const [answered, setAnswered] = useState('');
  const asking = useAction(async (form: FormData) => {
    const body = { email: formText(form, 'email') };
    const { reset_token } = await call('POST /api/auth.php?action=reset-request', { body });
    setAnswered(reset_token ?? '');
    setAsked(true);
  });
  const secondStep = useSecondStep();
  const saving = useAction((form: FormData) =>
    secondStep.enter(form, async (code) => {
      const body = {
        token: formText(form, 'token').trim(),
        password: formText(form, 'password'),
        browser_id: browserId(),
        code,
      };
      const { token } = await call('POST /api/auth.php?action=reset-password', { body });
      beginSession(token);
    }),
  );
  return (
    <Door title={say.reset()}>
      {isAsked ? (
        <DoorForm action={saving} submit={say.saveNew()}>
          <Notice kind="info">{say.tokenSent()}</Notice>
          <Field
            label={say.token()}
            name="token"
            required
            autoComplete="one-time-code"
            defaultValue={answered}
            failure={saving.failure}
          />
          <NewPasswordField
            label={say.newPassword()}
            hint={say.passwordHint()}
            failure={saving.failure}
          />
          {secondStep.isAsked && <CodeField failure={saving.failure} />}
        </DoorForm>
      ) : (
        <DoorForm action={asking} submit={say.askToken()}>
          <p>{say.resetHint()}</p>
          <EmailField failure={asking.failure} />
        </DoorForm>
      )}
      <p class="links">
        <a href="/sign-in">{say.hasAccount()}</a>
      </p>
    </Door>
  );
}
