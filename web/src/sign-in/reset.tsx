import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { beginSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { readablePhone } from '../words/readable-phone.ts';
import { browserId, CodeField, Door, DoorForm, useSecondStep } from './door.tsx';
import { LoginField } from './login-field.tsx';
import { NewPasswordField } from './password-fields.tsx';
import { phoneIn, useTakesPhones } from './ways.ts';
import { say } from './words.ts';

/**
 * Where a code is on its way: to a phone, or by e-mail, unless it has come already. `answered` need not be typed.
 */
type Asked = { phone: string } | { answered: string; hasCome?: true };

const key = 'kisima.reset';

/** As it was before the browser of a phone put the page aside, while the person looked for the code. */
function readAsked(): Asked | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps where the code went, and never the code. */
function keepAsked(asked: Asked | undefined): void {
  try {
    if (asked === undefined) sessionStorage.removeItem(key);
    else
      sessionStorage.setItem(
        key,
        JSON.stringify('phone' in asked ? asked : { ...asked, answered: '' }),
      );
  } catch {
    // Private windows refuse storage: the code is asked for again.
  }
}

/** Requests a reset code by e-mail or SMS, then a new password with it. */
export function Reset() {
  const takesPhones = useTakesPhones();
  const [asked, setState] = useState(readAsked);
  const setAsked = (now: Asked | undefined) => {
    keepAsked(now);
    setState(now);
  };
  const asking = useAction(async (form: FormData) => {
    const typed = formText(form, 'email').trim();
    const phone = takesPhones ? phoneIn(typed) : undefined;
    if (phone !== undefined) {
      await call('POST /api/auth.php?action=phone-reset-request', { body: { phone } });
      setAsked({ phone });
      return;
    }
    const body = { email: typed };
    const { reset_token } = await call('POST /api/auth.php?action=reset-request', { body });
    // A server may answer the code at once, as on one's own machine.
    setAsked({ answered: reset_token ?? '' });
  });
  return (
    <Door title={say.reset()}>
      {asked === undefined ? (
        <>
          <DoorForm action={asking} submit={say.askToken()}>
            <p>{say.resetHint()}</p>
            <LoginField failure={asking.failure} />
          </DoorForm>
          <p>
            <Button look="quiet" onClick={() => setAsked({ answered: '', hasCome: true })}>
              {say.hasToken()}
            </Button>
          </p>
        </>
      ) : (
        <>
          <NewPassword asked={asked} />
          <p>
            <Button look="quiet" onClick={() => setAsked(undefined)}>
              {say.askAgain()}
            </Button>
          </p>
        </>
      )}
      <p class="links">
        <a href="/sign-in">{say.hasAccount()}</a>
      </p>
    </Door>
  );
}

function NewPassword({ asked }: { asked: Asked }) {
  const secondStep = useSecondStep();
  const saving = useAction((form: FormData) =>
    secondStep.enter(form, async (code) => {
      const token = await save(asked, form, code);
      keepAsked(undefined);
      beginSession(token);
    }),
  );
  return (
    <DoorForm action={saving} submit={say.saveNew()}>
      {!('hasCome' in asked) && (
        <Notice kind="info">
          {'phone' in asked ? say.smsSent({ phone: readablePhone(asked.phone) }) : say.tokenSent()}
        </Notice>
      )}
      {'phone' in asked ? (
        <Field
          label={say.smsCode()}
          name="sms_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          failure={saving.failure}
        />
      ) : (
        <Field
          label={say.token()}
          name="token"
          required
          autoComplete="one-time-code"
          defaultValue={asked.answered}
          failure={saving.failure}
        />
      )}
      <NewPasswordField
        label={say.newPassword()}
        hint={say.passwordHint()}
        failure={saving.failure}
      />
      {secondStep.isAsked && <CodeField failure={saving.failure} />}
    </DoorForm>
  );
}

/** Sets the password of a form by its code. @returns the bearer token. */
async function save(asked: Asked, form: FormData, code: string | null): Promise<string> {
  const given = { password: formText(form, 'password'), browser_id: browserId(), code };
  if ('phone' in asked) {
    const body = { ...given, phone: asked.phone, sms_code: formText(form, 'sms_code').trim() };
    return (await call('POST /api/auth.php?action=phone-reset', { body })).token;
  }
  const body = { ...given, token: formText(form, 'token').trim() };
  return (await call('POST /api/auth.php?action=reset-password', { body })).token;
}
