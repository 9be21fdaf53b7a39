import type { LorawanPreview } from '../../api/operations.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { dateTime } from '../../words/format.ts';
import { fieldNames } from './mapping-lines.ts';
import { say } from './words.ts';

type Props = { preview: LorawanPreview | undefined; failure: Error | undefined };

/** What a mapping makes of the last message. */
export function Preview({ preview, failure }: Props) {
  const { readings = [], errors = [] } = preview ?? {};
  return (
    <section class="stack" aria-label={say.preview()} aria-live="polite">
      <h3>{say.preview()}</h3>
      <FailureNotice failure={failure} />
      {!failure && preview && readings.length === 0 && <p class="faint">{say.noReading()}</p>}
      {!failure &&
        readings.map((reading, index) => (
          <Facts key={index}>
            {fieldNames
              .filter((name) => reading[name] !== undefined)
              .map((name) => (
                <Fact key={name} name={say[name]()}>
                  {shown(name, reading[name])}
                </Fact>
              ))}
          </Facts>
        ))}
      {!failure &&
        errors.map((reason) => (
          <Notice key={reason} kind="danger">
            {say.wouldBeRefused({ reason })}
          </Notice>
        ))}
    </section>
  );
}

/** A value as people read it; an instant may come in seconds since 1970, as from the frame of a sensor. */
function shown(name: (typeof fieldNames)[number], value: unknown): string {
  const text = String(value);
  if (name !== 'recorded_at') return text;
  const instant = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isFinite(instant) ? dateTime(new Date(instant).toISOString()) : text;
}
