import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { onSubmit } from '../../ui/on-submit.ts';
import { useAction } from '../../ui/use-action.ts';
import { curlLine } from '../curl-line.ts';
import { ShownOnce } from '../shown-once/shown-once.tsx';
import { say } from './words.ts';

export type MadeKey = AnswerOf<'POST /v1/account/keys'>;

/** Makes a key, and shows it the one time that it can be seen. */
export function NewKey({ onMade }: { onMade: (key: MadeKey) => void }) {
  const [made, setMade] = useState<MadeKey>();
  const making = useAction(async (form: FormData) => {
    const key = await call('POST /v1/account/keys', { body: { name: formText(form, 'name') } });
    setMade(key);
    onMade(key);
  });
  if (made) return <ReadyKey made={made} onDone={() => setMade(undefined)} />;
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <div class="sms-form">
        <Field
          label={say.name()}
          name="name"
          required
          maxLength={100}
          hint={say.nameHint()}
          failure={making.failure}
        />
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
      <FailureNotice failure={making.failure} />
    </form>
  );
}

function ReadyKey({ made, onDone }: { made: MadeKey; onDone: () => void }) {
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
