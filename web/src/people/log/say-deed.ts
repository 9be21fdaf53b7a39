import type { DeviceLogEntry } from '../../api/operations.ts';
import { say } from './words.ts';

/** What somebody did, in a sentence without a subject. */
export function sayDeed({ action, user, facts }: DeviceLogEntry): string {
  const text = (name: string) => String(facts[name] ?? '–');
  const whom = user ?? text('to');
  const sensor = text('sensor_name');
  const sentences: Record<DeviceLogEntry['action'], () => string> = {
    registered: say.registered,
    renamed: () => say.renamed({ from: text('from'), to: text('to') }),
    placed: say.placed,
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
    transfer_asked: () => say.transferAsked({ whom }),
    transferred: say.transferred,
    removed: say.removed,
    group_joined: () => say.groupJoined({ group: text('group') }),
    group_left: () => say.groupLeft({ group: text('group') }),
  };
  return sentences[action]();
}
