import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import type { CreatedApiKey } from '../../api/operations.ts';
import { PresentPasswordField } from '../../sign-in/password-fields.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formText } from '../../ui/form/on-submit.ts';
import { curlLine } from '../curl-line.ts';
import { NameForm } from '../name-form.tsx';
import { ShownOnce } from '../shown-once/shown-once.tsx';
import { say } from './words.ts';

/** Makes a key, and shows it the one time that it can be seen. */
export function NewKey({ onMade }: { onMade: (key: CreatedApiKey) => void }) {
  const [made, setMade] = useState<CreatedApiKey>();
  const [isProofAsked, setProofAsked] = useState(false);
  const make = async (name: string, form: FormData) => {
    const current_password = formText(form, 'current_password') || null;
    const body = { name, current_password };
    const key = await call('POST /v1/account/keys', { body }).catch((error) => {
      // With two-step sign-in on, a session alone makes no key.
      if (error instanceof Failure && error.of('current_password')) setProofAsked(true);
      throw error;
    });
    setMade(key);
    onMade(key);
  };
  if (made) return <ReadyKey made={made} onDone={() => setMade(undefined)} />;
  const more = (failure: Error | undefined) =>
    isProofAsked && (
      <PresentPasswordField label={say.password()} name="current_password" failure={failure} />
    );
  return (
    <NameForm
      label={say.name()}
      hint={say.nameHint()}
      submit={say.make()}
      make={make}
      more={more}
    />
  );
}

function ReadyKey({ made, onDone }: { made: CreatedApiKey; onDone: () => void }) {
  const line = curlLine(location.origin, made.api_key);
  return (
    <ShownOnce title={say.made({ name: made.name })} secret={made.api_key} onDone={onDone}>
      <p>{say.tryIt()}</p>
      <pre class="sms-secret">{line}</pre>
      <p>
        <CopyButton text={line} />
      </p>
    </ShownOnce>
  );
}
