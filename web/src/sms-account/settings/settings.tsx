import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SmsSettings as Settings } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { date } from '../../words/format.ts';
import { SmsPage } from '../sms-page.tsx';
import { LowBalance } from './low-balance.tsx';
import { say } from './words.ts';

export function SmsSettings() {
  const settings = useLoad((signal) => call('GET /v1/account/settings', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <section class="card stack" aria-labelledby="sms-quiet">
        <h2 id="sms-quiet">{say.quiet()}</h2>
        <p>{say.about()}</p>
        <Loaded of={settings}>{(found) => <QuietHoursForm settings={found} />}</Loaded>
      </section>
      <Loaded of={settings}>{(found) => <LowBalance settings={found} />}</Loaded>
      <Loaded of={settings}>{(found) => <DefaultClass settings={found} />}</Loaded>
      <Loaded of={settings}>{(found) => <SmartEncoding settings={found} />}</Loaded>
      <Senders />
    </SmsPage>
  );
}

/** Class of messages whose program names none. */
function DefaultClass({ settings }: { settings: Settings }) {
  const [chosen, choose] = useState(settings.default_class);
  const saving = useAction(async (next: Settings['default_class']) => {
    const body = { default_class: next };
    choose((await call('PUT /v1/account/settings', { body })).default_class);
  });
  return (
    <section class="card stack" aria-labelledby="sms-class">
      <h2 id="sms-class">{say.defaultClass()}</h2>
      <p>{say.defaultClassAbout()}</p>
      <div class="row">
        {(['transactional', 'promotional'] as const).map((each) => (
          <Button
            key={each}
            aria-pressed={chosen === each}
            isBusy={saving.isBusy}
            onClick={() => void saving.run(each)}
          >
            {say[each]()}
          </Button>
        ))}
      </div>
      <FailureNotice failure={saving.failure} />
    </section>
  );
}

/** Whether curly quotes and the like go out as their plain twins, so that a text stays one message. */
function SmartEncoding({ settings }: { settings: Settings }) {
  const [isOn, setOn] = useState(settings.smart_encoding);
  const saving = useAction(async (smart_encoding: boolean) => {
    setOn(smart_encoding);
    await call('PUT /v1/account/settings', { body: { smart_encoding } }).catch((error) => {
      setOn(!smart_encoding);
      throw error;
    });
  });
  return (
    <section class="card stack" aria-labelledby="sms-smart">
      <h2 id="sms-smart">{say.smart()}</h2>
      <p>{say.smartAbout()}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => void saving.run(checked)}
        />
        {say.smartOn()}
      </label>
      <FailureNotice failure={saving.failure} />
    </section>
  );
}

function Senders() {
  const senders = useLoad((signal) => call('GET /v1/account/senders', { signal }), []);
  return (
    <section class="card stack" aria-labelledby="sms-senders">
      <h2 id="sms-senders">{say.senders()}</h2>
      <Loaded of={senders}>
        {(found) =>
          found.length === 0 ? (
            <p>{say.noSenders()}</p>
          ) : (
            <>
              <p>{say.sendersAbout()}</p>
              <ul class="sms-list">
                {found.map(({ sender, class: carried, created_at }, index) => (
                  <li key={sender}>
                    <span class="sms-what">
                      <strong>{sender}</strong>{' '}
                      <span class="faint small">{say.since({ when: date(created_at) })}</span>
                    </span>
                    {carried !== null && <span class="tag">{say[carried]()}</span>}
                    {index === 0 && <span class="tag tag-good">{say.inUse()}</span>}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

type QuietHours = NonNullable<Settings['quiet_hours']>;

/** Quiet hours offered first: evening and night. */
const usual: QuietHours = { from: '18:00', until: '08:00' };

function QuietHoursForm({ settings }: { settings: Settings }) {
  const [isOn, setOn] = useState(settings.quiet_hours !== null);
  const [hours, setHours] = useState(settings.quiet_hours ?? usual);
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(async () => {
    await call('PUT /v1/account/settings', { body: { quiet_hours: isOn ? hours : null } });
    setSaved(true);
  });
  const change = (act: () => void) => {
    setSaved(false);
    act();
  };
  const time = (name: keyof QuietHours) => (
    <Field
      label={say[name]()}
      name={`quiet_hours.${name}`}
      type="time"
      required
      value={hours[name]}
      onInput={({ currentTarget: { value } }) =>
        change(() => setHours({ ...hours, [name]: value }))
      }
      failure={saving.failure}
    />
  );
  return (
    <form class="stack" onSubmit={onSubmit(saving.run)}>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => change(() => setOn(checked))}
        />
        {say.on()}
      </label>
      {isOn && (
        <div class="sms-times">
          {time('from')}
          {time('until')}
        </div>
      )}
      <p>{meaning(isOn ? hours : null)}</p>
      <p class="faint small">
        {say.zone({ zone: settings.timezone })} <a href="/account">{say.changeZone()}</a>
      </p>
      <FailureNotice failure={saving.failure} />
      {isSaved && <Notice kind="success">{say.saved()}</Notice>}
      <p>
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </p>
    </form>
  );
}

function meaning(hours: QuietHours | null): string {
  if (hours === null) return say.off();
  return hours.from < hours.until ? say.sameDay(hours) : say.nextDay(hours);
}
