import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { ApiKey, CreatedApiKey } from '../../api/operations.ts';
import { PresentPasswordField, usePresentPassword } from '../../sign-in/password-fields.tsx';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { CopyButton } from '../../ui/button.tsx';
import { formText } from '../../ui/form/use-action.ts';
import { useSecrets } from '../../ui/secret-list.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { curlLine } from '../curl-line.ts';
import { NameForm } from '../name-form.tsx';
import { SmsPage } from '../sms-page.tsx';
import { say } from './words.ts';

export function Keys() {
  const { list, add, seen } = useSecrets<ApiKey>({
    load: (signal) => call('GET /v1/account/keys', { signal }),
    revoke: ({ id }) => call('DELETE /v1/account/keys/{id}', { path: { id } }),
    words: {
      title: say.list,
      empty: say.empty,
      used: say.used,
      neverUsed: say.neverUsed,
      revokeNamed: say.revokeNamed,
      revokeHint: say.revokeHint,
    },
  });
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <ApiDocsLink />
      <NewKey seen={seen} onMade={({ api_key: _, ...key }) => add(key)} />
      {list}
    </SmsPage>
  );
}

type NewProps = {
  seen: (making: Promise<CreatedApiKey>) => Promise<CreatedApiKey>;
  onMade: (key: CreatedApiKey) => void;
};

function NewKey({ seen, onMade }: NewProps) {
  const [made, setMade] = useState<CreatedApiKey>();
  const proof = usePresentPassword();
  const make = async (name: string, form: FormData) => {
    const current_password = formText(form, 'current_password') || null;
    const body = { name, current_password };
    const key = await proof.noticing(seen(call('POST /v1/account/keys', { body })));
    setMade(key);
    onMade(key);
  };
  if (made) return <ReadyKey made={made} onDone={() => setMade(undefined)} />;
  const more = (failure: Error | undefined) =>
    proof.isAsked && (
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
      <pre class="secret">{line}</pre>
      <p>
        <CopyButton text={line} />
      </p>
    </ShownOnce>
  );
}
