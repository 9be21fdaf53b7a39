import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import { TanksStanding } from '../tank-view/tanks-coming.tsx';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { DeviceChoice, readDevices, SumsList } from './group-lists.tsx';
import { say } from './words.ts';
import './groups.css';

export function TankGroups() {
  const groups = useLoad((signal) => call('GET /api/groups.php?action=list', { signal }), []);
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={say.title()}
      actions={<Button onClick={() => setMaking(true)}>{say.newGroup()}</Button>}
    >
      <Loaded of={groups}>
        {(all) =>
          all.length === 0 ? (
            <div class="card stack">
              <p>{say.none()}</p>
              <p class="faint">{say.noneHint()}</p>
            </div>
          ) : (
            <ul class="grid">
              {all.map(({ id, name, sums }) => (
                <li key={id} class="card stack">
                  <h2>
                    <a href={`/groups/${id}`}>{name}</a>
                  </h2>
                  <SumsList sums={sums} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking && <NewGroup onClose={() => setMaking(false)} />}
    </Page>
  );
}

function NewGroup({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const own = (known.value?.tanks ?? []).filter(({ role }) => role === 'owner');
  const making = useAction(async (form: FormData) => {
    const body = { name: formText(form, 'name').trim(), device_ids: readDevices(form) };
    const { id } = await call('POST /api/groups.php?action=create', { body });
    route(`/groups/${id}`);
  });
  return (
    <Dialog title={say.newGroup()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(making.run)}>
        <Field
          label={say.name()}
          name="name"
          autoComplete="off"
          required
          hint={say.nameHint()}
          failure={making.failure}
        />
        <TanksStanding />
        <DeviceChoice tanks={own} />
        <FailureNotice failure={making.failure} />
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </form>
    </Dialog>
  );
}
