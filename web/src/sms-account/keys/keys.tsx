import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { ApiKey, CreatedApiKey } from '../../api/operations.ts';
import { PresentPasswordField, usePresentPassword } from '../../sign-in/password-fields.tsx';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { Button, CopyButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formText } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { curlLine } from '../curl-line.ts';
import { NameForm } from '../name-form.tsx';
import { SmsPage } from '../sms-page.tsx';
import { say } from './words.ts';

export function Keys() {
  const keys = useLoad((signal) => call('GET /v1/account/keys', { signal }), []);
  const [revoked, askToRevoke] = useState<ApiKey>();
  const add = ({ api_key: _, ...key }: CreatedApiKey) =>
    keys.set((before) => [{ ...key, last_used_at: null }, ...(before ?? [])]);
  const revoke = async ({ id }: ApiKey) => {
    await call('DELETE /v1/account/keys/{id}', { path: { id } });
    keys.set((before) => before?.filter((each) => each.id !== id));
  };
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <ApiDocsLink />
      <NewKey onMade={add} />
      <section class="card" aria-labelledby="sms-keys">
        <h2 id="sms-keys">{say.list()}</h2>
        <Loaded of={keys}>{(found) => <KeyList keys={found} onRevoke={askToRevoke} />}</Loaded>
      </section>
      {revoked && (
        <ConfirmDialog
          title={say.revokeTitle({ name: revoked.name })}
          confirm={say.revoke()}
          isDangerous
          onConfirm={() => revoke(revoked)}
          onClose={() => askToRevoke(undefined)}
        >
          <p>{say.revokeHint()}</p>
        </ConfirmDialog>
      )}
    </SmsPage>
  );
}

function KeyList({ keys, onRevoke }: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const now = useNow();
  if (keys.length === 0) return <p class="faint">{say.empty()}</p>;
  return (
    <ul class="sms-list">
      {keys.map((key) => (
        <li key={key.id}>
          <div class="sms-what">
            <strong>{key.name}</strong>
            <div class="faint small">
              {say.begins({ prefix: `${key.prefix}…` })} ·{' '}
              {key.last_used_at === null
                ? say.neverUsed()
                : say.used({ when: ago(key.last_used_at, now) })}
            </div>
          </div>
          <Button
            look="danger"
            aria-label={say.revokeNamed({ name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {say.revoke()}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NewKey({ onMade }: { onMade: (key: CreatedApiKey) => void }) {
  const [made, setMade] = useState<CreatedApiKey>();
  const proof = usePresentPassword();
  const make = async (name: string, form: FormData) => {
    const current_password = formText(form, 'current_password') || null;
    const body = { name, current_password };
    const key = await proof.noticing(call('POST /v1/account/keys', { body }));
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
