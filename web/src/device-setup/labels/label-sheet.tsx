import type { Device } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { QrCode } from '../qr-code.tsx';
import { say } from './words.ts';

type Props = { number: number; places: (Device | undefined)[] };

/** One sheet of paper, as it will be printed. */
export function LabelSheet({ number, places }: Props) {
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
  const name = nameOf(device);
  return (
    <>
      <div class="label-code">
        <QrCode text={mac_or_serial} label={say.codeOf({ name })} />
      </div>
      <div class="label-text">
        {device_name !== null && <strong class="label-name">{device_name}</strong>}
        <span class="label-identity">{mac_or_serial}</span>
        <span class="label-kisima">Kisima</span>
      </div>
    </>
  );
}
