import { call } from '../api/call.ts';
import { beginSession, lastEnd } from '../api/session.ts';
import { formText, useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { browserId, CodeField, Door, DoorForm, EmailField, useSecondStep } from './door.tsx';
import { PresentPasswordField } from './password-fields.tsx';
import { say } from './words.ts';

export function SignIn() {
  const secondStep = useSecondStep();
  const signingIn = useAction((form: FormData) =>
    secondStep.enter(form, async (code) => {
      const body = {
        email: formText(form, 'email'),
        password: formText(form, 'password'),
        browser_id: browserId(),
        code,
      };
      const { token } = await call('POST /api/auth.php?action=login', { body });
      beginSession(token);
    }),
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
