import { useId } from 'preact/hooks';
import { hourMs } from '../../../../src/kit/time/units.ts';
import { type AnswerOf, call } from '../../api/call.ts';
import type { Sender } from '../../api/operations.ts';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { useLoad } from '../../ui/load.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dateTime, relative } from '../../words/format.ts';
import { wallTimeAt, zonedInstant } from '../../words/zoned-instant.ts';
import type { SectionProps } from './use-draft.ts';
import { say } from './words.ts';

type OptionsProps = SectionProps & {
  isSingle: boolean;
  timeZone: string;
  settings: AnswerOf<'GET /v1/account/settings'> | undefined;
};

/** Kind of the message, time of sending, and sender. */
export function OptionsSection(props: OptionsProps) {
  const { draft, edit, failure, timeZone } = props;
  const isSingle = props.isSingle && draft.mode === 'numbers';
  const senders = useLoad((signal) => call('GET /v1/account/senders', { signal }), []);
  const own = senders.data ?? [];
  // As the server does where a request names none.
  const carried = own.find(({ sender }) => sender === draft.sender)?.class;
  const usualClass = carried ?? props.settings?.default_class;
  const schedule = (isLater: boolean) => {
    // Suggests a full hour ahead with time to write, which is easier to change than an empty field.
    const next = wallTimeAt(Math.ceil(Date.now() / hourMs + 0.5) * hourMs, timeZone);
    edit({ isLater, ...(isLater && draft.day === '' && next) });
  };
  return (
    <section class="card stack" aria-labelledby="sms-send-how">
      <h2 id="sms-send-how">{say.how()}</h2>
      <Choice
        legend={say.kind()}
        value={draft.class ?? usualClass}
        options={[
          {
            value: 'transactional',
            label: say.transactional(),
            about: say.transactionalAbout(),
          },
          { value: 'promotional', label: say.promotional(), about: say.promotionalAbout() },
        ]}
        onChoose={(chosen) => edit({ class: chosen })}
      />
      <Choice
        legend={say.when()}
        value={draft.isLater ? 'later' : 'now'}
        options={[
          { value: 'now', label: say.now() },
          { value: 'later', label: say.later() },
        ]}
        onChoose={(when) => schedule(when === 'later')}
      />
      {draft.isLater && <Schedule draft={draft} edit={edit} failure={failure} zone={timeZone} />}
      <SenderChoice draft={draft} edit={edit} failure={failure} senders={own} />
      <Field
        label={say.campaign()}
        name="campaign"
        isOptional
        maxLength={100}
        disabled={isSingle}
        value={draft.campaign}
        hint={isSingle ? say.campaignSingle() : say.campaignHint()}
        failure={failure}
        onInput={(event) => edit({ campaign: event.currentTarget.value })}
      />
    </section>
  );
}

function Schedule({ draft, edit, failure, zone }: SectionProps & { zone: string }) {
  const now = useNow();
  const instant = zonedInstant(draft, zone);
  return (
    <div class="stack">
      <div class="sms-send-when-fields">
        <Field
          label={say.day()}
          name="scheduled_at"
          type="date"
          min={wallTimeAt(now, zone).day}
          value={draft.day}
          failure={failure}
          onInput={(event) => edit({ day: event.currentTarget.value })}
        />
        <Field
          label={say.time()}
          name="time"
          type="time"
          value={draft.time}
          onInput={(event) => edit({ time: event.currentTarget.value })}
        />
      </div>
      <p class="small">
        {instant !== undefined &&
          (instant > now
            ? say.goes({ when: dateTime(instant), relative: relative(instant, now) })
            : say.past({ when: dateTime(instant) }))}{' '}
        <span class="faint">{say.zone({ zone: zone.replaceAll('_', ' ') })}</span>
      </p>
    </div>
  );
}

function SenderChoice(props: SectionProps & { senders: Sender[] }) {
  const { draft, edit, failure, senders } = props;
  const own = senders.map(({ sender }) => sender);
  // A sender revoked meanwhile stays visible, for the server to refuse.
  const names = draft.sender === '' || own.includes(draft.sender) ? own : [...own, draft.sender];
  if (names.length < 2) return null;
  return (
    <SelectField
      label={say.sender()}
      name="sender"
      value={draft.sender}
      options={[['', say.usualSender()], ...names.map((name) => [name, name] as const)]}
      failure={failure}
      onChange={({ currentTarget: { value } }) => edit({ sender: value })}
    />
  );
}

type Props<T extends string> = {
  legend: string;
  /** Set if a heading says it already. */
  isLegendHidden?: boolean;
  /** Undefined while none is chosen. */
  value: T | undefined;
  options: readonly { value: T; label: string; about?: string }[];
  onChoose: (value: T) => void;
};

export function Choice<T extends string>(props: Props<T>) {
  const { legend, isLegendHidden = false, value, options, onChoose } = props;
  const name = useId();
  return (
    <fieldset class="sms-send-choice">
      <legend class={isLegendHidden ? 'hidden' : 'legend'}>{legend}</legend>
      {options.map((each) => (
        <div key={each.value} class="sms-send-option">
          <label class="check">
            <input
              type="radio"
              name={name}
              checked={each.value === value}
              aria-describedby={each.about && `${name}-${each.value}`}
              onChange={() => onChoose(each.value)}
            />
            {each.label}
          </label>
          {each.about && (
            <p id={`${name}-${each.value}`} class="hint">
              {each.about}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
