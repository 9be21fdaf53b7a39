import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.ts';
import { QrCode } from '../../device-setup/qr-code.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { say as sayUi } from '../../ui/words.ts';
import { ProveForm } from './prove-form.tsx';
import { say } from './words.ts';

type Started = AnswerOf<'POST /api/auth.php?action=second-factor-start'>;
type Props = { onDone: (codes: string[]) => Promise<void>; onCancel: () => void };

/** From the password over the secret to a first code. */
export function Setup({ onDone, onCancel }: Props) {
  const [started, setStarted] = useState<Started>();
  if (started) return <Confirm started={started} onDone={onDone} onCancel={onCancel} />;
  return (
    <ProveForm
      submit={say.next()}
      onCancel={onCancel}
      onProve={async ({ password }) => {
        const body = { password };
        setStarted(await call('POST /api/auth.php?action=second-factor-start', { body }));
      }}
    />
  );
}

function Confirm({ started, onDone, onCancel }: Props & { started: Started }) {
  const confirming = useAction(async (form: FormData) => {
    const body = { code: formText(form, 'code') };
    const answer = await call('POST /api/auth.php?action=second-factor-confirm', { body });
    await onDone(answer.recovery_codes);
  });
  return (
    <form onSubmit={onSubmit(confirming.run)}>
      <p>{say.scan()}</p>
      <div class="two-step-code">
        <QrCode text={started.otpauth_uri} label={say.qrCode()} />
      </div>
      <p>
        {say.key()}: <code class="two-step-key">{started.secret}</code>
      </p>
      <div class="row">
        <CopyButton text={started.secret} />
        <a class="button button-plain" href={started.otpauth_uri}>
          {say.openApp()}
        </a>
      </div>
      <Field
        label={say.code()}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={say.codeHint()}
        required
        failure={confirming.failure}
      />
      <FailureNotice failure={confirming.failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={confirming.isBusy}>
          {say.confirm()}
        </Button>
        <Button onClick={onCancel}>{sayUi.cancel()}</Button>
      </div>
    </form>
  );
}
