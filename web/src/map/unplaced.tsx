import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { canPlace } from './can-place.ts';
import { DeviceChoice } from './device-choice.tsx';
import { say } from './words.ts';

type Props = { tanks: Tank[]; onChoose: (deviceId: string) => void };

/** What the reader may place and nobody has. */
export function Unplaced({ tanks, onChoose }: Props) {
  const devices = tanks
    .filter((tank) => !tank.location && canPlace(tank))
    .map((tank) => ({
      deviceId: tank.device_id,
      name: nameOf(tank),
      mac: tank.mac_or_serial,
    }));
  if (devices.length === 0) return null;
  return (
    <section class="stack">
      <h2>{say.unplaced()}</h2>
      <p class="faint">{say.unplacedHint()}</p>
      <DeviceChoice devices={devices} onChoose={onChoose} />
    </section>
  );
}
