import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { CreatedLorawanSecret, LorawanSecret } from '../../api/operations.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSecrets } from '../../ui/secret-list.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { say } from './words.ts';

/** Secrets by which network servers post: made, copied with the address, and revoked. */
export function Secrets() {
  const { list, add, seen } = useSecrets<LorawanSecret>({
    load: (signal) => call('GET /api/lorawan/secrets', { signal }),
    revoke: ({ id }) => call('DELETE /api/lorawan/secrets/{id}', { path: { id } }),
    words: {
      title: say.secrets,
      empty: say.noSecrets,
      used: say.used,
      neverUsed: say.neverUsed,
      revokeNamed: say.revokeNamed,
      revokeHint: say.revokeHint,
    },
    describe: ({ network }) => [say[network]()],
  });
  const [made, setMade] = useState<CreatedLorawanSecret>();
  return (
    <>
      {made ? (
        <ReadySecret made={made} onDone={() => setMade(undefined)} />
      ) : (
        <NewSecret
          seen={seen}
          onMade={({ secret, ...rest }) => {
            setMade({ ...rest, secret });
            add(rest);
          }}
        />
      )}
      {list}
    </>
  );
}

type NewProps = {
  seen: (making: Promise<CreatedLorawanSecret>) => Promise<CreatedLorawanSecret>;
  onMade: (secret: CreatedLorawanSecret) => void;
};

function NewSecret({ seen, onMade }: NewProps) {
  const making = useAction(async (form: FormData) => {
    const network =
      formText(form, 'network') === 'tts' ? ('tts' as const) : ('chirpstack' as const);
    const body = { name: formText(form, 'name'), network };
    onMade(await seen(call('POST /api/lorawan/secrets', { body })));
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
