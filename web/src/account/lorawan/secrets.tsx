import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { CreatedLorawanSecret, LorawanSecret } from '../../api/operations.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { say } from './words.ts';

/** Secrets by which network servers post: made, copied with the address, and revoked. */
export function Secrets() {
  const secrets = useLoad((signal) => call('GET /api/lorawan/secrets', { signal }), []);
  const [made, setMade] = useState<CreatedLorawanSecret>();
  const [revoked, askToRevoke] = useState<LorawanSecret>();
  const add = (created: CreatedLorawanSecret) => {
    const { secret: _, ...rest } = created;
    setMade(created);
    secrets.set((before) => [{ ...rest, last_used_at: null }, ...(before ?? [])]);
  };
  const revoke = async ({ id }: LorawanSecret) => {
    await call('DELETE /api/lorawan/secrets/{id}', { path: { id } });
    secrets.set((before) => before?.filter((each) => each.id !== id));
  };
  return (
    <>
      {made ? (
        <ReadySecret made={made} onDone={() => setMade(undefined)} />
      ) : (
        <NewSecret onMade={add} />
      )}
      <section class="card stack" aria-labelledby="lorawan-secrets">
        <h2 id="lorawan-secrets">{say.secrets()}</h2>
        <Loaded of={secrets}>
          {(found) => <SecretList secrets={found} onRevoke={askToRevoke} />}
        </Loaded>
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
    </>
  );
}

function NewSecret({ onMade }: { onMade: (secret: CreatedLorawanSecret) => void }) {
  const making = useAction(async (form: FormData) => {
    const network =
      formText(form, 'network') === 'tts' ? ('tts' as const) : ('chirpstack' as const);
    const body = { name: formText(form, 'name'), network };
    onMade(await call('POST /api/lorawan/secrets', { body }));
  });
  const { failure } = making;
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <h2>{say.newSecret()}</h2>
      <SelectField
        label={say.network()}
        name="network"
        options={[
          ['chirpstack', say.chirpstack()],
          ['tts', say.tts()],
        ]}
        failure={failure}
      />
      <Field
        label={say.name()}
        name="name"
        required
        maxLength={100}
        hint={say.nameHint()}
        failure={failure}
      />
      <FailureNotice failure={failure} />
      <div class="row row-end">
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
    </form>
  );
}

function ReadySecret({ made, onDone }: { made: CreatedLorawanSecret; onDone: () => void }) {
  const address = `${location.origin}/integrations/${made.network}`;
  const header = `Authorization: Bearer ${made.secret}`;
  return (
    <ShownOnce title={say.made({ name: made.name })} secret={made.secret} onDone={onDone}>
      <p>{say.address()}</p>
      <pre class="secret">{address}</pre>
      <p>
        <CopyButton text={address} />
      </p>
      <p>{say.header()}</p>
      <pre class="secret">{header}</pre>
      <p>
        <CopyButton text={header} />
      </p>
    </ShownOnce>
  );
}

type ListProps = { secrets: LorawanSecret[]; onRevoke: (secret: LorawanSecret) => void };

function SecretList({ secrets, onRevoke }: ListProps) {
  const now = useNow();
  if (secrets.length === 0) return <p class="faint">{say.noSecrets()}</p>;
  return (
    <ul class="lorawan-list">
      {secrets.map((secret) => (
        <li key={secret.id} class="row row-apart">
          <div>
            <strong>{secret.name}</strong>
            <p class="small faint">{describe(secret, now)}</p>
          </div>
          <Button
            look="danger"
            aria-label={say.revokeNamed({ name: secret.name })}
            onClick={() => onRevoke(secret)}
          >
            {say.revoke()}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function describe({ network, prefix, last_used_at }: LorawanSecret, now: number): string {
  return [
    say[network](),
    say.begins({ prefix: `${prefix}…` }),
    last_used_at === null ? say.neverUsed() : say.used({ when: ago(last_used_at, now) }),
  ].join(' · ');
}
