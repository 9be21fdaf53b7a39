import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { onSubmit, useAction } from '../ui/form/use-action.ts';
import { useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

type Props = { rows: TankLine[]; onClose: () => void };

/** Puts the chosen devices into a group, which may be a new one. */
export function GroupDialog({ rows, onClose }: Props) {
  const [groupId, setGroupId] = useState('');
  const [name, setName] = useState('');
  const [put, setPut] = useState<{ id: number; name: string }>();
  const groups = useLoad((signal) => call('GET /api/groups.php?action=list', { signal }), []);
  const own = (groups.data ?? []).filter(({ role }) => role === 'owner');
  const ids = ownDevices(rows);
  const putting = useAction(async () => {
    const device_ids = ids;
    setPut(
      groupId === ''
        ? await call('POST /api/groups.php?action=create', { body: { name, device_ids } })
        : await call('POST /api/groups.php?action=add', {
            body: { id: Number(groupId), device_ids },
          }),
    );
  });
  return (
    <Dialog title={say.intoGroup()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(putting.run)}>
        <p>{say.intoGroupHint({ count: ids.length })}</p>
        <SelectField
          label={say.group()}
          name="id"
          value={groupId}
          options={[['', say.newGroup()], ...own.map((each) => [`${each.id}`, each.name] as const)]}
          onChange={(event) => setGroupId(event.currentTarget.value)}
        />
        {groupId === '' && (
          <Field
            label={say.groupName()}
            name="name"
            maxLength={100}
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            failure={putting.failure}
          />
        )}
        <FailureNotice failure={putting.failure ?? groups.failure} />
        {put && (
          <Notice kind="success">
            <p>
              {say.inGroup({ count: ids.length })} <a href={`/groups/${put.id}`}>{put.name}</a>
            </p>
          </Notice>
        )}
        <div class="row row-end">
          <Button onClick={onClose}>{say.close()}</Button>
          <Button
            look="main"
            type="submit"
            isBusy={putting.isBusy}
            disabled={ids.length === 0 || put !== undefined}
          >
            {say.intoGroup()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Devices of the lines that are the person's own: a group holds no others. */
function ownDevices(rows: readonly TankLine[]): string[] {
  const own = rows.filter(({ tank }) => isAtLeast(tank.role, 'owner'));
  return [...new Set(own.map(({ tank }) => tank.device_id))];
}
