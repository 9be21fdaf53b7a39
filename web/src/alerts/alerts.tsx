import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { withQuery } from '../kit/with-query.ts';
import { emitUnlessLive } from '../live/stream.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { tankOption } from '../tank-view/tank-option.ts';
import { TanksStanding } from '../tank-view/tanks-coming.tsx';
import { partOf } from '../tanks/kept-tanks.ts';
import { isAtLeast, known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Folded } from '../ui/folded.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Paged } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { AlertGroups } from './alert-groups.tsx';
import { severities, severityText, types, typeText } from './alert-marks.tsx';
import { type Filter, useAlerts } from './use-alerts.ts';
import { say } from './words.ts';
import './alerts.css';

/** Alerts of all tanks, open ones first; the filter is kept in the address. */
export function Alerts() {
  const { query, route } = useLocation();
  const filter = readFilter(query);
  const tanks = known.value?.tanks ?? [];
  const operable = tanks.filter(({ role }) => isAtLeast(role, 'operator'));
  const [isWriting, setWriting] = useState(false);
  return (
    <Page
      title={say.title()}
      actions={
        operable.length > 0 && <Button onClick={() => setWriting(true)}>{say.write()}</Button>
      }
    >
      <TanksStanding />
      <Filters
        tanks={tanks}
        filter={filter}
        onChange={(changes) => route(addressOf({ ...filter, ...changes }), true)}
      />
      <List key={addressOf(filter)} tanks={tanks} filter={filter} />
      {isWriting && (
        <NewAlertDialog tanks={operable} device={filter.device} onClose={() => setWriting(false)} />
      )}
    </Page>
  );
}

type FiltersProps = {
  tanks: Tank[];
  filter: Filter;
  onChange: (changes: Partial<Filter>) => void;
};

function Filters({ tanks, filter, onChange }: FiltersProps) {
  const tank = tanks.find(({ device_id }) => device_id === filter.device);
  const chosen = [
    ...(tank ? [nameOf(tank)] : [say.allDevices()]),
    ...(filter.severity ? [severityText(filter.severity)] : []),
    ...(filter.isUnread ? [say.onlyUnread()] : []),
  ];
  return (
    <Folded title={say.filters()} chosen={chosen.join(' · ')}>
      <div class="alerts-filters">
        <SelectField
          label={say.device()}
          name="device"
          value={filter.device ?? ''}
          options={[['', say.allDevices()], ...tanks.map(tankOption)]}
          onChange={(event) => onChange({ device: event.currentTarget.value || undefined })}
        />
        <SelectField
          label={say.severity()}
          name="severity"
          value={filter.severity ?? ''}
          options={[
            ['', say.anySeverity()],
            ...severities.map((each) => [each, severityText(each)] as const),
          ]}
          onChange={(event) => onChange({ severity: toSeverity(event.currentTarget.value) })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={filter.isUnread}
            onChange={(event) => onChange({ isUnread: event.currentTarget.checked })}
          />
          {say.onlyUnread()}
        </label>
      </div>
    </Folded>
  );
}

function List({ tanks, filter }: { tanks: Tank[]; filter: Filter }) {
  const now = useNow();
  const { pages, replace } = useAlerts(filter);
  const names = new Map(tanks.map((tank) => [tank.device_id, nameOf(tank)]));
  const chosen = tanks.filter(
    ({ device_id, unread_alerts }) =>
      unread_alerts > 0 && (filter.device === undefined || filter.device === device_id),
  );
  const marking = useAction(async () => {
    for (const { device_id } of chosen) {
      await call('PUT /api/alerts.php?action=mark-all-read', { query: { device_id } });
      emitUnlessLive('alerts-read', { device_id });
    }
    await pages.list.reload();
  });
  // Marking covers all alerts of a device, so it is not offered while a severity filter hides some. Of a part of
  // the tanks it would leave those of the others.
  const isOfAll = filter.device !== undefined || !partOf(known.value);
  const canMarkAll = chosen.length > 0 && filter.severity === undefined && isOfAll;
  return (
    <>
      {canMarkAll && (
        <p>
          <Button isBusy={marking.isBusy} onClick={() => void marking.run()}>
            {say.markAll()}
          </Button>
        </p>
      )}
      <FailureNotice failure={marking.failure} />
      <Paged of={pages}>
        {(items) => (
          <>
            {items.length === 0 && (
              <div class="card stack">
                <p>{say.none()}</p>
                <p class="faint">{say.noneHint()}</p>
                <p>
                  <a class="button" href="/account/notifications">
                    {say.toNotifications()}
                  </a>
                </p>
              </div>
            )}
            <AlertGroups alerts={items} names={names} now={now} onChange={replace} />
          </>
        )}
      </Paged>
    </>
  );
}

function readFilter(query: Record<string, string>): Filter {
  return {
    device: query['device'],
    severity: toSeverity(query['severity']),
    isUnread: query['new'] !== undefined,
  };
}

function toSeverity(text: string | undefined): Filter['severity'] {
  return severities.find((each) => each === text);
}

function addressOf({ device, severity, isUnread }: Filter): string {
  const query = new URLSearchParams();
  if (device) query.set('device', device);
  if (severity) query.set('severity', severity);
  if (isUnread) query.set('new', '1');
  return withQuery('/alerts', query);
}

type Props = { tanks: Tank[]; device: string | undefined; onClose: () => void };

/** An alert written by a person, such as that the filter is due. */
function NewAlertDialog({ tanks, device, onClose }: Props) {
  const saving = useAction(async (form: FormData) => {
    const body = {
      device_id: formText(form, 'device_id'),
      type: types.find((each) => each === formText(form, 'type')) ?? 'maintenance',
      severity: severities.find((each) => each === formText(form, 'severity')) ?? 'info',
      message: formText(form, 'message'),
    };
    emitUnlessLive('alert', await call('POST /api/alerts.php?action=create', { body }));
  });
  return (
    <Dialog title={say.write()} onClose={onClose}>
      <form
        class="stack"
        onSubmit={onSubmit((form) => void saving.run(form).then((isDone) => isDone && onClose()))}
      >
        <SelectField
          label={say.device()}
          name="device_id"
          value={device ?? tanks[0]?.device_id ?? ''}
          options={tanks.map(tankOption)}
          failure={saving.failure}
        />
        <SelectField
          label={say.type()}
          name="type"
          value="maintenance"
          options={types.map((each) => [each, typeText(each)])}
          failure={saving.failure}
        />
        <SelectField
          label={say.severity()}
          name="severity"
          value="info"
          options={severities.map((each) => [each, severityText(each)])}
          failure={saving.failure}
        />
        <TextField
          label={say.message()}
          name="message"
          required
          maxLength={1000}
          hint={say.messageHint()}
          failure={saving.failure}
        />
        <FailureNotice failure={saving.failure} />
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </form>
    </Dialog>
  );
}
