import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { callNext, callPage } from '../../api/call.ts';
import type { Device } from '../../api/operations.ts';
import { printedNameOf } from '../../tank-view/tank-name.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { QrCode } from '../qr-code.tsx';
import { labelsPerSheet, toSheets } from './sheets.ts';
import { say } from './words.ts';
import './labels.css';

/** Sheets of labels for the devices of `?ids=1,2`, else all. */
export function Labels() {
  const { query } = useLocation();
  const devices = useLoad(loadDevices, []);
  useEffect(() => {
    // Prints the sheet alone, without the shell's margins.
    document.documentElement.dataset['print'] = 'labels';
    return () => {
      delete document.documentElement.dataset['print'];
    };
  }, []);
  return (
    <Page title={say.title()} back={{ href: '/devices/new', label: say.back() }}>
      <Loaded of={devices}>
        {(known) =>
          known.length === 0 ? <NoDevice /> : <Chosen devices={known} ids={query['ids']} />
        }
      </Loaded>
    </Page>
  );
}

async function loadDevices(signal: AbortSignal): Promise<Device[]> {
  const page = await callPage('GET /api/devices.php?action=list', { signal });
  const devices = page.items;
  for (let next = page.next; next; ) {
    const more = await callNext<Device[]>(next);
    devices.push(...more.items);
    next = more.next;
  }
  return devices;
}

function NoDevice() {
  return (
    <div class="card stack">
      <h2>{say.noDevice()}</h2>
      <p>
        <a class="button button-main" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </div>
  );
}

function Chosen({ devices, ids }: { devices: Device[]; ids: string | undefined }) {
  const all = devices.map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ids ? ids.split(',') : all));
  const [skip, setSkip] = useState('0');
  const labels = devices.filter(({ id }) => chosen.has(id));
  const sheets = toSheets(labels, Number(skip));
  const toggle = (id: string) => {
    const changed = new Set(chosen);
    if (!changed.delete(id)) changed.add(id);
    setChosen(changed);
  };
  return (
    <>
      <div class="card stack labels-controls">
        <p>{say.hint()}</p>
        <details>
          <summary class="labels-which">{say.which()}</summary>
          <div class="row">
            <Button onClick={() => setChosen(new Set(all))}>{say.all()}</Button>
            <Button onClick={() => setChosen(new Set())}>{say.none()}</Button>
          </div>
          <ul class="labels-devices">
            {devices.map((device) => (
              <li key={device.id}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={chosen.has(device.id)}
                    onChange={() => toggle(device.id)}
                  />
                  {printedNameOf(device)}
                </label>
              </li>
            ))}
          </ul>
        </details>
        <Field
          label={say.skip()}
          name="skip"
          type="number"
          inputMode="numeric"
          min={0}
          max={labelsPerSheet - 1}
          value={skip}
          onInput={(event) => setSkip(event.currentTarget.value)}
        />
        <div class="row">
          <Button look="main" disabled={labels.length === 0} onClick={() => print()}>
            {say.print()}
          </Button>
          <span role="status">
            {say.count({ count: labels.length, sheets: say.sheets({ count: sheets.length }) })}
          </span>
        </div>
      </div>
      <div class="labels-sheets">
        {sheets.map((places, index) => (
          <LabelSheet key={index} number={index + 1} places={places} />
        ))}
      </div>
    </>
  );
}

type Props = { number: number; places: (Device | undefined)[] };

function LabelSheet({ number, places }: Props) {
  return (
    <ul class="label-sheet" aria-label={say.sheet({ number })}>
      {places.map((device, place) => (
        <li key={device?.id ?? `blank ${place}`} class="label" aria-hidden={!device}>
          {device && <Label device={device} />}
        </li>
      ))}
    </ul>
  );
}

function Label({ device }: { device: Device }) {
  const { device_name, mac_or_serial } = device;
  const name = printedNameOf(device);
  return (
    <>
      <div class="label-code">
        <QrCode text={addressOf(mac_or_serial)} label={say.codeOf({ name })} />
      </div>
      <div class="label-text">
        {device_name !== null && <strong class="label-name">{device_name}</strong>}
        <span class="label-identity">{mac_or_serial}</span>
        <span class="label-kisima">Kisima</span>
      </div>
    </>
  );
}

/** Opens the form with this device in the camera of any phone; our own scanner reads it, too. */
function addressOf(macOrSerial: string): string {
  return `${location.origin}/devices/new?mac=${encodeURIComponent(macOrSerial)}`;
}
