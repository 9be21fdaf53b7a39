import { useState } from 'preact/hooks';
import { Field } from '../ui/form/field.tsx';
import { say } from './words.ts';

type Device = { deviceId: string; name: string; mac: string };
type Props = {
  devices: Device[];
  pressed?: string | undefined;
  onChoose: (deviceId: string) => void;
};

/** More than these nobody reads: a fleet is searched. */
const mostShown = 12;

/** Buttons with the names of devices, of many those that fit a search. */
export function DeviceChoice({ devices, pressed, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fitting = devices.filter(({ name, mac }) =>
    `${name} ${mac}`.toLowerCase().includes(wanted),
  );
  const beyond = fitting.length - mostShown;
  return (
    <div class="stack">
      {devices.length > mostShown && (
        <Field
          label={say.search()}
          name="q"
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul class="row">
        {fitting.slice(0, mostShown).map(({ deviceId, name }) => (
          <li key={deviceId}>
            <button
              type="button"
              class="button"
              aria-pressed={pressed === undefined ? undefined : deviceId === pressed}
              onClick={() => onChoose(deviceId)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {beyond > 0 && <p class="faint">{say.more({ count: beyond })}</p>}
      {fitting.length === 0 && <p class="faint">{say.nothingFits()}</p>}
    </div>
  );
}
