import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import type { TankGroup } from '../api/operations.ts';
import { SharesSection } from '../people/shares-section.tsx';
import { ArrivalNotice } from '../tank-view/arrival-notice.tsx';
import { TankCard } from '../tank-view/tank-card.tsx';
import { nameOf } from '../tank-view/tank-name.ts';
import { TanksStanding } from '../tank-view/tanks-coming.tsx';
import { isAtLeast, known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { DeviceChoice, readDevices, SumsList } from './group-lists.tsx';
import { say } from './words.ts';
import './groups.css';
import '../people/people.css';

export function TankGroupScreen() {
  const id = Number(useRoute().params['id']);
  const group = useLoad((signal) => findGroup(id, signal), [id]);
  const found = group.data?.found;
  const isMissing = group.data !== undefined && !found;
  return (
    <Page
      title={found?.name ?? (isMissing ? say.missing() : say.title())}
      back={{ href: '/groups', label: say.title() }}
    >
      <ArrivalNotice />
      <Loaded of={group}>
        {({ found }) =>
          found && <Found group={found} onChange={(changed) => group.set({ found: changed })} />
        }
      </Loaded>
    </Page>
  );
}

async function findGroup(id: number, signal: AbortSignal) {
  try {
    return { found: await call('GET /api/groups.php?action=get', { query: { id }, signal }) };
  } catch (error) {
    const isMissing = error instanceof Failure && (error.status === 404 || error.status === 400);
    if (isMissing) return { found: undefined };
    throw error;
  }
}

type Props = { group: TankGroup; onChange: (group: TankGroup) => void };

function Found({ group, onChange }: Props) {
  const { id, name, role, sums } = group;
  return (
    <>
      <section class="card stack" aria-label={say.sums()}>
        <SumsList sums={sums} />
        <p>
          <a class="button" href={`/fleet?group=${id}`}>
            {say.inList()}
          </a>
        </p>
      </section>
      <Tanks group={group} />
      {isAtLeast(role, 'manager') && (
        <div class="grid">
          {role === 'owner' && (
            <MembersForm key={group.device_ids.join()} group={group} onChange={onChange} />
          )}
          <NameForm group={group} onChange={onChange} />
        </div>
      )}
      <SharesSection target={{ group_id: id }} name={name} role={role} />
      {role === 'owner' && <Delete group={group} />}
    </>
  );
}

function Tanks({ group: { device_ids } }: { group: TankGroup }) {
  const now = useNow();
  const members = new Set(device_ids);
  const tanks = (known.value?.tanks ?? []).filter((each) => members.has(each.device_id));
  return (
    <>
      {tanks.length < members.size && <TanksStanding />}
      <div class="grid">
        {tanks.flatMap((tank) =>
          (tank.sensors.length === 0 ? [undefined] : tank.sensors).map((sensor) => (
            <TankCard
              key={`${tank.device_id} ${sensor?.sensor_name}`}
              tank={tank}
              sensor={sensor}
              now={now}
            />
          )),
        )}
      </div>
    </>
  );
}

function Delete({ group: { id, name } }: { group: TankGroup }) {
  const { route } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await call('DELETE /api/groups.php?action=delete', { query: { id } });
    route('/groups', true);
  };
  return (
    <p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {say.remove()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say.removeAsk({ name })}
          confirm={say.remove()}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{say.removeHint()}</p>
        </ConfirmDialog>
      )}
    </p>
  );
}

type NameFormProps = { group: TankGroup; onChange: (group: TankGroup) => void };

function NameForm({ group: { id, name }, onChange }: NameFormProps) {
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(async (form: FormData) => {
    setSaved(false);
    const body = { id, name: formText(form, 'name').trim() };
    onChange(await call('POST /api/groups.php?action=update', { body }));
    setSaved(true);
  });
  return (
    <form class="card stack" onSubmit={onSubmit(saving.run)}>
      <Field
        label={say.name()}
        name="name"
        autoComplete="off"
        required
        defaultValue={name}
        failure={saving.failure}
      />
      <FailureNotice failure={saving.failure} />
      {isSaved && <Notice kind="success">{say.saved()}</Notice>}
      <p>
        <Button type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </p>
    </form>
  );
}

type MembersFormProps = { group: TankGroup; onChange: (group: TankGroup) => void };

function MembersForm({ group: { id, device_ids }, onChange }: MembersFormProps) {
  const own = (known.value?.tanks ?? []).filter(({ role }) => role === 'owner');
  const ids = new Set(device_ids);
  const members = own.filter(({ device_id }) => ids.has(device_id));
  const others = own.filter(({ device_id }) => !ids.has(device_id));
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
      <TanksStanding />
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
