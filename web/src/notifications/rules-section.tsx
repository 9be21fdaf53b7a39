import { useRef, useState } from 'preact/hooks';
import type { NotificationSettings } from '../api/operations.ts';
import { tankOption } from '../tank-view/tank-option.ts';
import { TanksStanding } from '../tank-view/tanks-coming.tsx';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import {
  type Channel,
  channels,
  channelText,
  type Rules,
  type SettingsProps,
  type Severity,
  saveSettings,
  severityText,
} from './settings.ts';
import { say } from './words.ts';

const severities = ['critical', 'warning', 'info'] as const satisfies Severity[];

export function RulesSection({ settings, onChange }: SettingsProps) {
  const [device, setDevice] = useState('');
  const tanks = known.value?.tanks ?? [];
  return (
    <section class="card stack">
      <h2>{say.rules()}</h2>
      <TanksStanding />
      {tanks.length > 1 && (
        <SelectField
          label={say.rulesOf()}
          name="device_id"
          value={device}
          options={[['', say.allTanks()], ...tanks.map(tankOption)]}
          onChange={(event) => setDevice(event.currentTarget.value)}
        />
      )}
      <RulesOf key={device} device={device} settings={settings} onChange={onChange} />
    </section>
  );
}

/** Rules of a device, or of all where it is empty. What is being saved of one is not shown of another. */
function RulesOf({ device, settings, onChange }: SettingsProps & { device: string }) {
  const own = settings.devices.find(({ device_id }) => device_id === device);
  const saving = useSavedAtOnce(device, onChange);
  const rules = saving.draft ?? own?.channels ?? settings.channels;
  const toggle = (channel: Channel, severity: Severity) => {
    const before = rules[channel];
    const after = before.includes(severity)
      ? before.filter((each) => each !== severity)
      : [...before, severity];
    saving.save({ ...rules, [channel]: after });
  };
  return (
    <>
      {device !== '' && <p class="faint">{own ? say.ownRules() : say.commonRules()}</p>}
      <RulesTable rules={rules} reachedBy={settings.reached_by} onToggle={toggle} />
      <ul class="faint small">
        <li>{say.warningMeans()}</li>
        <li>{say.criticalMeans()}</li>
      </ul>
      <FailureNotice failure={saving.failure} />
      {own && (
        <p>
          <Button onClick={() => saving.save(undefined)}>{say.asForAll()}</Button>
        </p>
      )}
    </>
  );
}

/** Saves each tick at once; the newest state is shown while older answers are still coming. */
function useSavedAtOnce(device: string, onChange: (settings: NotificationSettings) => void) {
  const [draft, setDraft] = useState<Rules>();
  const [failure, setFailure] = useState<Error>();
  const newest = useRef(0);
  const shown = useRef(0);
  /** @param rules undefined restores those of all tanks. */
  const save = (rules: Rules | undefined) => {
    const turn = ++newest.current;
    setDraft(rules);
    setFailure(undefined);
    const end = (error?: Error) => {
      if (turn !== newest.current) return;
      setDraft(undefined);
      setFailure(error);
    };
    const of = device === '' ? {} : { device_id: device };
    saveSettings({ ...of, channels: rules ?? null }).then((saved) => {
      // Answers may come out of order; the last one that was saved counts, also where a later one fails.
      if (turn > shown.current) {
        shown.current = turn;
        onChange(saved);
      }
      end();
    }, end);
  };
  return { draft, failure, save };
}

type TableProps = {
  rules: Rules;
  reachedBy: readonly Channel[];
  onToggle: (channel: Channel, severity: Severity) => void;
};

function RulesTable({ rules, reachedBy, onToggle }: TableProps) {
  return (
    <section class="scroll-x" tabIndex={0} aria-label={say.channel()}>
      <table class="notifications-rules">
        <thead>
          <tr>
            <th scope="col">{say.channel()}</th>
            {severities.map((severity) => (
              <th key={severity} scope="col">
                {severityText(severity)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel} class={reachedBy.includes(channel) ? undefined : 'faint'}>
              <th scope="row">
                {channelText(channel)}
                {!reachedBy.includes(channel) && <span class="small"> · {say.notSetUp()}</span>}
              </th>
              {severities.map((severity) => (
                <td key={severity}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${channelText(channel)}: ${severityText(severity)}`}
                      checked={rules[channel].includes(severity)}
                      onChange={() => onToggle(channel, severity)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
