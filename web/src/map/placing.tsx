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
  pin: Point | undefined;
  /** Places the pin in the middle of the map, for people who cannot tap. */
  onMiddle: () => void;
  onDone: () => void;
};

/** Panel beneath the map while a device is being placed, with save and cancel. */
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

export function PlacingHint({ pin }: Pick<Props, 'pin'>) {
  return <p role="status">{pin ? say.pinAt({ place: coordinates(pin) }) : say.placingHint()}</p>;
}

/** Formats coordinates; five decimals are a metre. */
export function coordinates({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
