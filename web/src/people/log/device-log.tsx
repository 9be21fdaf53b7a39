import { useRoute } from 'preact-iso';
import { callPage } from '../../api/call.ts';
import type { DeviceLogEntry } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { known } from '../../tanks/tanks.ts';
import { Paged, usePages } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';
import '../people.css';

export function DeviceLog() {
  const device_id = useRoute().params['id'] ?? '';
  const tank = known.value?.tanks.find((each) => each.device_id === device_id);
  const pages = usePages<DeviceLogEntry>(
    async (signal) =>
      await callPage('GET /api/devices.php?action=log', { query: { device_id }, signal }),
    [device_id],
  );
  return (
    <Page
      title={say.title()}
      back={{ href: `/devices/${device_id}/people`, label: tank ? nameOf(tank) : say.people() }}
    >
      <Paged of={pages}>
        {(entries) =>
          entries.length === 0 ? (
            <p class="card">{say.none()}</p>
          ) : (
            <ol class="card lines">
              {entries.map((entry) => (
                <li key={entry.id} class="people-name">
                  <p>{sayDeed(entry)}</p>
                  <p class="faint small">
                    {entry.by ?? say.theServer()} ·{' '}
                    <time dateTime={entry.created_at}>{dateTime(entry.created_at)}</time>
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </Paged>
    </Page>
  );
}

/** A sentence without a subject. */
function sayDeed({ action, user, facts }: DeviceLogEntry): string {
  const text = (name: string) => String(facts[name] ?? '–');
  const whom = user ?? text('to');
  const sensor = text('sensor_name');
  const sentences: Record<DeviceLogEntry['action'], () => string> = {
    registered: say.registered,
    renamed: () => say.renamed({ from: text('from'), to: text('to') }),
    placed: say.placed,
    silence_allowed: say.silenceAllowed,
    replaced: () => say.replaced({ from: text('from'), to: text('to') }),
    key_changed: say.keyChanged,
    config_saved: () => say.configSaved({ sensor }),
    config_removed: () => say.configRemoved({ sensor }),
    calibrated: () => say.calibrated({ sensor }),
    sensor_removed: () => say.sensorRemoved({ sensor }),
    command_sent: () => say.commandSent({ sensor, command: text('command') }),
    command_executed: say.commandExecuted,
    command_cancelled: say.commandCancelled,
    alert_created: say.alertCreated,
    alert_deleted: say.alertDeleted,
    alert_snoozed: say.alertSnoozed,
    latch_cleared: () => say.latchCleared({ sensor }),
    alert_acknowledged: say.alertAcknowledged,
    invited: () => say.invited({ whom }),
    invitation_accepted: say.accepted,
    invitation_declined: say.declined,
    role_changed: () => say.roleChanged({ whom, role: text('role') }),
    share_ended: () => say.shareEnded({ whom }),
    sms_paid: () => (facts['a_day'] === null ? say.smsUnpaid({ whom }) : say.smsPaid({ whom })),
    transfer_asked: () => say.transferAsked({ whom }),
    transferred: say.transferred,
    removed: say.removed,
    group_joined: () => say.groupJoined({ group: text('group') }),
    group_left: () => say.groupLeft({ group: text('group') }),
  };
  return sentences[action]();
}
