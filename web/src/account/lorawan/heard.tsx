import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { LorawanDevice, LorawanMappings } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { type Load, Loaded } from '../../ui/load.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { say } from './words.ts';

type Props = {
  devices: Load<LorawanDevice[]>;
  mappings: LorawanMappings;
  onSaved: () => Promise<void>;
};

/** Devices of one answer: there may be more after as many. */
const atOnce = 100;

/** The sensors that were heard, each with the mapping of its last message. */
export function Heard({ devices, mappings, onSaved }: Props) {
  const [edited, edit] = useState<string>();
  const more = useAction(async () => {
    const after = Number(devices.data?.at(-1)?.device_id);
    const next = await call('GET /api/lorawan/devices', { query: { after } });
    devices.set((before = []) => [...before, ...next]);
  });
  return (
    <section class="card stack" aria-labelledby="lorawan-heard">
      <h2 id="lorawan-heard">{say.heard()}</h2>
      <Loaded of={devices}>
        {(found) =>
          found.length === 0 ? (
            <p class="faint">{say.noneHeard()}</p>
          ) : (
            <ul class="lorawan-list">
              {found.map((device) => (
                <li key={device.device_id} class="stack">
                  <HeardLine
                    device={device}
                    isEdited={edited === device.device_id}
                    onEdit={() => edit(edited === device.device_id ? undefined : device.device_id)}
                  />
                  {edited === device.device_id && (
                    <MappingEditor device={device} mappings={mappings} onSaved={onSaved} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {(devices.data?.length ?? 0) % atOnce === 0 && (devices.data?.length ?? 0) > 0 && (
        <Button isBusy={more.isBusy} onClick={() => void more.run()}>
          {say.more()}
        </Button>
      )}
      <FailureNotice failure={more.failure} />
    </section>
  );
}

const bySource = {
  profile: say.byProfile,
  ready: say.byReady,
  default: say.byDefault,
  none: say.byNone,
};

type LineProps = { device: LorawanDevice; isEdited: boolean; onEdit: () => void };

function HeardLine({ device, isEdited, onEdit }: LineProps) {
  const now = useNow();
  const { message, source, heard_at } = device;
  const name = nameOf(device);
  const about = [
    say.lastMessage({ when: ago(heard_at, now) }),
    message.profile === null ? say.noProfile() : say.profile({ profile: message.profile }),
    bySource[source](),
  ];
  return (
    <div class="row row-apart">
      <div class="lorawan-about">
        <a href={`/devices/${device.device_id}`}>{name}</a>
        <p class="small faint">{about.join(' · ')}</p>
      </div>
      <Button aria-expanded={isEdited} aria-label={say.editNamed({ name })} onClick={onEdit}>
        {say.edit()}
      </Button>
    </div>
  );
}
