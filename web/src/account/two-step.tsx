import { useEffect, useRef, useState } from 'preact/hooks';
import { type AnswerOf, call } from '../api/call.ts';
import { QrCode } from '../device-setup/qr-code.tsx';
import { PresentPasswordField } from '../sign-in/password-fields.tsx';
import { Button, CopyButton } from '../ui/button.tsx';
import { saveFile } from '../ui/files.ts';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { say as sayUi } from '../ui/words.ts';
import { date } from '../words/format.ts';
import { say } from './words.ts';

type State = AnswerOf<'GET /api/auth.php?action=second-factor'>;
type Step = 'set-up' | 'renew' | 'turn-off';

export function TwoStep({ onTurnedOn }: { onTurnedOn: () => void }) {
  const state = useLoad((signal) => call('GET /api/auth.php?action=second-factor', { signal }), []);
  const [step, setStep] = useState<Step>();
  const [codes, setCodes] = useState<string[]>();

  const finish = async (shown?: string[]) => {
    setCodes(shown);
    setStep(undefined);
    if (step === 'set-up') onTurnedOn();
    await state.reload();
  };
  return (
    <section class="card stack" aria-label={say.stepsTitle()}>
      <h2>{say.stepsTitle()}</h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : step === 'set-up' ? (
        <Setup onDone={finish} onCancel={() => setStep(undefined)} />
      ) : step ? (
        <Change step={step} onDone={finish} onCancel={() => setStep(undefined)} />
      ) : (
        <Loaded of={state}>{(known) => <Status state={known} onStep={setStep} />}</Loaded>
      )}
    </section>
  );
}

function Status({ state, onStep }: { state: State; onStep: (step: Step) => void }) {
  if (!state.enabled) {
    return (
      <>
        <p>{say.about()}</p>
        {state.required && <Notice kind="warning">{say.required()}</Notice>}
        <p>
          <Button look="main" onClick={() => onStep('set-up')}>
            {say.turnOn()}
          </Button>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        {say.isOn({ since: date(state.enabled_at ?? '') })}{' '}
        {say.codesLeft({ count: state.recovery_codes_left })}
      </p>
      <div class="row">
        <Button onClick={() => onStep('renew')}>{say.renew()}</Button>
        <Button onClick={() => onStep('turn-off')}>{say.turnOff()}</Button>
      </div>
    </>
  );
}

type ChangeProps = {
  step: 'renew' | 'turn-off';
  onDone: (codes?: string[]) => Promise<void>;
  onCancel: () => void;
};

function Change({ step, onDone, onCancel }: ChangeProps) {
  const isOff = step === 'turn-off';
  return (
    <ProveForm
      submit={isOff ? say.turnOff() : say.renew()}
      isDangerous={isOff}
      asksCode
      onCancel={onCancel}
      onProve={async (body) => {
        if (isOff) {
          await call('POST /api/auth.php?action=second-factor-remove', { body });
          return await onDone();
        }
        const answer = await call('POST /api/auth.php?action=second-factor-renew-codes', { body });
        await onDone(answer.recovery_codes);
      }}
    />
  );
}

/** Recovery codes, which the server shows only once, until the person confirms having kept them. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // They replace the form that had the focus.
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const download = () =>
    saveFile('kisima-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {say.codes()}
      </h3>
      <p>{say.codesAbout()}</p>
      <pre class="two-step-codes">{text}</pre>
      <div class="row">
        <CopyButton text={text} />
        <Button onClick={download}>{say.download()}</Button>
      </div>
      <p>
        <Button look="main" onClick={onDone}>
          {say.kept()}
        </Button>
      </p>
    </>
  );
}

type Started = AnswerOf<'POST /api/auth.php?action=second-factor-start'>;
type Props = { onDone: (codes: string[]) => Promise<void>; onCancel: () => void };

/** Steps of setting up: password, secret, first code. */
function Setup({ onDone, onCancel }: Props) {
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

type ProveFormProps = {
  submit: string;
  isDangerous?: boolean;
  /** Set if a code is required beside the password. */
  asksCode?: boolean;
  onProve: (proof: { password: string; code: string }) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for the password, and the code where required, before sign-in settings change. */
function ProveForm({ submit, isDangerous = false, asksCode = false, ...props }: ProveFormProps) {
  const proving = useAction((form: FormData) =>
    props.onProve({ password: formText(form, 'password'), code: formText(form, 'code') }),
  );
  return (
    <form onSubmit={onSubmit(proving.run)}>
      <PresentPasswordField label={say.stepsPassword()} failure={proving.failure} />
      {asksCode && (
        <Field
          label={say.eitherCode()}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          failure={proving.failure}
        />
      )}
      <FailureNotice failure={proving.failure} />
      <div class="row">
        <Button look={isDangerous ? 'danger' : 'main'} type="submit" isBusy={proving.isBusy}>
          {submit}
        </Button>
        <Button onClick={props.onCancel}>{sayUi.cancel()}</Button>
      </div>
    </form>
  );
}
