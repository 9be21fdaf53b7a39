import { useEffect, useRef, useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { date } from '../../words/format.ts';
import { ProveForm } from './prove-form.tsx';
import { Setup } from './setup.tsx';
import { say } from './words.ts';

type State = AnswerOf<'GET /api/auth.php?action=second-factor'>;
type Step = 'set-up' | 'renew' | 'turn-off';

/** Whether signing in takes a code beside the password, and how that is changed. */
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
    <section class="card stack" aria-label={say.title()}>
      <h2>{say.title()}</h2>
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

/** The codes that the server tells this one time, until the person says that they have them. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // They take the place of the form that had the focus.
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
