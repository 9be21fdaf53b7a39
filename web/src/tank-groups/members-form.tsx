import { call } from '../api/call.ts';
import type { TankGroup } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { DeviceChoice, readDevices } from './device-choice.tsx';
import { say } from './words.ts';

type Props = { group: TankGroup; onChange: (group: TankGroup) => void };

/** Which devices belong to a group. */
export function MembersForm({ group: { id, device_ids }, onChange }: Props) {
  const own = (known.value?.tanks ?? []).filter(({ role }) => role === 'owner');
  const members = own.filter(({ device_id }) => device_ids.includes(device_id));
  const others = own.filter(({ device_id }) => !device_ids.includes(device_id));
  const adding = useAction(async (form: FormData) => {
    const chosen = readDevices(form);
    if (chosen.length === 0) return;
    const body = { id, device_ids: chosen };
    onChange(await call('POST /api/groups.php?action=add', { body }));
  });
  const removing = useAction(async (deviceId: string) => {
    const body = { id, device_ids: [deviceId] };
    onChange(await call('POST /api/groups.php?action=remove', { body }));
  });
  return (
    <section class="card stack">
      <h2>{say.devices()}</h2>
      <ul class="lines">
        {members.map((tank) => (
          <li key={tank.device_id} class="people-line">
            <span class="people-name">{nameOf(tank)}</span>
            <Button
              look="quiet"
              aria-label={say.takeOutOf({ name: nameOf(tank) })}
              isBusy={removing.isBusy}
              onClick={() => void removing.run(tank.device_id)}
            >
              {say.takeOut()}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={adding.failure ?? removing.failure} />
      {others.length > 0 && (
        <form class="stack" onSubmit={onSubmit(adding.run)}>
          <DeviceChoice tanks={others} />
          <p>
            <Button type="submit" isBusy={adding.isBusy}>
              {say.putIn()}
            </Button>
          </p>
        </form>
      )}
    </section>
  );
}
