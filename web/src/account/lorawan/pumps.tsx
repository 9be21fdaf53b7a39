import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type {
  LorawanDevice,
  LorawanPump,
  LorawanPumps,
  LorawanServer,
} from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { Button } from '../../ui/button.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { sayDownlink as say } from './downlink-words.ts';
import { networkNames } from './network-servers.tsx';

type Props = {
  pumps: LorawanPumps;
  servers: LorawanServer[];
  devices: LorawanDevice[];
  onChange: () => Promise<void>;
};

/** The pumps that get commands as downlinks, and how those are written. */
export function Pumps({ pumps, servers, devices, onChange }: Props) {
  const removing = useAction(async (id: number) => {
    await call('DELETE /api/lorawan/pumps/{id}', { path: { id } });
    await onChange();
  });
  return (
    <section class="card stack" aria-labelledby="lorawan-pumps">
      <h2 id="lorawan-pumps">{say.pumps()}</h2>
      <p class="faint">{say.pumpsHint()}</p>
      {pumps.own.length === 0 && <p class="faint">{say.noPumps()}</p>}
      <ul class="lorawan-list">
        {pumps.own.map((pump) => (
          <li key={pump.device_id} class="row row-apart">
            <div class="lorawan-about">
              <a href={`/tanks/${pump.device_id}`}>{nameOf(pump)}</a>
              <p class="small faint">{stateOf(pump)}</p>
            </div>
            <Button
              aria-label={say.removeNamed({ name: nameOf(pump) })}
              isBusy={removing.isBusy}
              onClick={() => void removing.run(Number(pump.device_id))}
            >
              {say.remove()}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={removing.failure} />
      {servers.length > 0 && devices.length > 0 && (
        <NewPump {...{ servers, devices, onChange }} ready={pumps.ready} />
      )}
    </section>
  );
}

function stateOf({ error, queued }: LorawanPump): string {
  if (error !== null) return say.failed({ fault: faultSentence(error) });
  return queued === null ? say.unknown() : say.queued({ count: queued });
}

type NewPumpProps = Pick<Props, 'servers' | 'devices' | 'onChange'> & {
  ready: LorawanPumps['ready'];
};

function NewPump({ ready, servers, devices, onChange }: NewPumpProps) {
  const [model, setModel] = useState(ready[0]?.model ?? '');
  const [isSaved, setSaved] = useState(false);
  const frames = ready.find((each) => each.model === model);
  const saving = useAction(async (form: FormData) => {
    setSaved(false);
    const body = {
      device_id: formText(form, 'device_id'),
      sensor_name: formText(form, 'sensor_name'),
      server_id: Number(formText(form, 'server_id')),
      f_port: frames?.f_port ?? Number(formText(form, 'f_port')),
      on: frames?.on ?? formText(form, 'on'),
      off: frames?.off ?? formText(form, 'off'),
      stops_by_itself: form.has('stops_by_itself'),
      receipt_is_done: form.has('receipt_is_done'),
    };
    await call('PUT /api/lorawan/pumps', { body });
    setSaved(true);
    await onChange();
  });
  const { failure } = saving;
  return (
    <form class="stack" onSubmit={onSubmit(saving.run)}>
      <SelectField
        label={say.device()}
        name="device_id"
        value={devices[0]?.device_id}
        options={devices.map((each) => [each.device_id, nameOf(each)] as const)}
        failure={failure}
      />
      <Field
        label={say.sensorName()}
        name="sensor_name"
        defaultValue="main"
        required
        failure={failure}
      />
      <SelectField
        label={say.network()}
        name="server_id"
        value={String(servers[0]?.id)}
        options={servers.map(({ id, network }) => [String(id), networkNames[network]] as const)}
        failure={failure}
      />
      <SelectField
        label={say.frames()}
        name="frames"
        value={model}
        options={[
          ...ready.map((each) => [each.model, each.name] as const),
          ['', say.ownFrames()] as const,
        ]}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      {!frames && (
        <>
          <Field
            label={say.port()}
            name="f_port"
            type="number"
            min={1}
            max={223}
            required
            failure={failure}
          />
          <Field label={say.on()} name="on" required hint={onHint()} failure={failure} />
          <Field label={say.off()} name="off" required failure={failure} />
          <label class="check">
            <input type="checkbox" name="stops_by_itself" />
            {say.stops()}
          </label>
        </>
      )}
      <label class="check">
        <input type="checkbox" name="receipt_is_done" />
        {say.receipt()}
      </label>
      <FailureNotice failure={failure} />
      {isSaved && !failure && <Notice kind="success">{say.saved()}</Notice>}
      <div class="row row-end">
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.savePump()}
        </Button>
      </div>
    </form>
  );
}

/** The places of a frame are written as those of our own texts are. */
const onHint = () => say.onHint({ s2: '{s2}', ms4: '{ms4}', min1: '{min1}' });
