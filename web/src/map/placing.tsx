import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { loadTanks } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { say as sayUi } from '../ui/words.ts';
import type { Point } from './place.ts';
import { say } from './words.ts';

type Props = {
  tank: Tank;
  /** Where the person says that it stands. */
  pin: Point | undefined;
  /** For whoever cannot tap: what is in the middle of the map. */
  onMiddle: () => void;
  onDone: () => void;
};

/** Beneath the map while a device is given its place: it is saved, or left. */
export function Placing({ tank, pin, onMiddle, onDone }: Props) {
  const saving = useAction(async (point: Point | undefined) => {
    const { latitude = null, longitude = null } = point ?? {};
    await call('PUT /api/devices.php?action=update-location', {
      body: { device_id: tank.device_id, latitude, longitude },
    });
    await loadTanks();
    onDone();
  });
  return (
    <>
      <div class="row">
        <Button
          look="main"
          disabled={!pin}
          isBusy={saving.isBusy}
          onClick={() => void saving.run(pin)}
        >
          {say.savePlace()}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {sayUi.cancel()}
        </Button>
        <Button onClick={onMiddle}>{say.middle()}</Button>
        {tank.location?.source === 'person' && (
          <Button isBusy={saving.isBusy} onClick={() => void saving.run(undefined)}>
            {say.takeAway()}
          </Button>
        )}
      </div>
      <FailureNotice failure={saving.failure} />
    </>
  );
}

/** What to do, and once it is done where the pin is. */
export function PlacingHint({ pin }: Pick<Props, 'pin'>) {
  return <p role="status">{pin ? say.pinAt({ place: coordinates(pin) }) : say.placingHint()}</p>;
}

/** Five decimals are a metre. */
export function coordinates({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
