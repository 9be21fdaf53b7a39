import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { curlLine } from '../curl-line.ts';
import { NameForm } from '../name-form.tsx';
import { ShownOnce } from '../shown-once/shown-once.tsx';
import { say } from './words.ts';

export type MadeKey = AnswerOf<'POST /v1/account/keys'>;

/** Makes a key, and shows it the one time that it can be seen. */
export function NewKey({ onMade }: { onMade: (key: MadeKey) => void }) {
  const [made, setMade] = useState<MadeKey>();
  const make = async (name: string) => {
    const key = await call('POST /v1/account/keys', { body: { name } });
    setMade(key);
    onMade(key);
  };
  if (made) return <ReadyKey made={made} onDone={() => setMade(undefined)} />;
  return <NameForm label={say.name()} hint={say.nameHint()} submit={say.make()} make={make} />;
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
