import { beginSession, lastEnd } from '../api/session.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { CodeField, Door, DoorForm, useSecondStep } from './door.tsx';
import { enterAccount, makeAccount } from './enter.ts';
import { LoginField } from './login-field.tsx';
import { PresentPasswordField } from './password-fields.tsx';
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
        <LoginField failure={signingIn.failure} />
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
