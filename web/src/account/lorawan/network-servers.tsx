import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { LorawanServer } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { sayDownlink as say } from './downlink-words.ts';

type Network = LorawanServer['network'];

export const networkNames: Record<Network, string> = {
  chirpstack: 'ChirpStack 4',
  tts: 'The Things Stack 3',
};

type Props = { servers: LorawanServer[]; onChange: () => Promise<void> };

/** Where downlinks go: the API of each network server, with its key. */
export function NetworkServers({ servers, onChange }: Props) {
  const [network, setNetwork] = useState<Network>('chirpstack');
  const saving = useAction(async (form: FormData) => {
    const webhook = { webhook_id: formText(form, 'webhook_id') };
    const body = {
      network,
      url: formText(form, 'url'),
      api_key: formText(form, 'api_key'),
      ...(network === 'tts' && webhook),
    };
    await call('PUT /api/lorawan/servers', { body });
    await onChange();
  });
  const removing = useAction(async (id: number) => {
    await call('DELETE /api/lorawan/servers/{id}', { path: { id } });
    await onChange();
  });
  return (
    <section class="card stack" aria-labelledby="lorawan-servers">
      <h2 id="lorawan-servers">{say.servers()}</h2>
      <p class="faint">{say.serversHint()}</p>
      {servers.length === 0 && <p class="faint">{say.noServers()}</p>}
      <ul class="lorawan-list">
        {servers.map((server) => (
          <li key={server.id} class="row row-apart">
            <div class="lorawan-about">
              <strong>{networkNames[server.network]}</strong>
              <p class="small faint">{server.url}</p>
            </div>
            <Button
              aria-label={say.removeNamed({ name: networkNames[server.network] })}
              isBusy={removing.isBusy}
              onClick={() => void removing.run(server.id)}
            >
              {say.remove()}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={removing.failure} />
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        <SelectField
          label={say.network()}
          name="network"
          value={network}
          options={Object.entries(networkNames)}
          onChange={(event) => setNetwork(event.currentTarget.value as Network)}
        />
        <Field
          label={say.url()}
          name="url"
          type="url"
          required
          placeholder={network === 'tts' ? 'https://eu1.cloud.thethings.network' : undefined}
          failure={saving.failure}
        />
        <Field
          label={say.apiKey()}
          name="api_key"
          type="password"
          autoComplete="off"
          required
          hint={say.apiKeyHint()}
          failure={saving.failure}
        />
        {network === 'tts' && (
          <Field label={say.webhookId()} name="webhook_id" required failure={saving.failure} />
        )}
        <FailureNotice failure={saving.failure} />
        <div class="row row-end">
          <Button look="main" type="submit" isBusy={saving.isBusy}>
            {say.saveServer()}
          </Button>
        </div>
      </form>
    </section>
  );
}
