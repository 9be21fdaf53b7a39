import { TextField } from '../../../ui/form/field.tsx';
import { number } from '../../../words/format.ts';
import { Choice } from '../choice.tsx';
import { mostRecipients } from '../limits.ts';
import type { PartProps } from '../part-props.ts';
import { say } from '../words.ts';
import { FromFile } from './from-file.tsx';
import { GroupChoice } from './group-choice.tsx';
import { addLines, type Recipient } from './recipients.ts';

/** Who gets it: numbers, from a file too, or a group. */
export function RecipientsPart(props: PartProps & { recipients: Recipient[] }) {
  const { draft, edit, failure, recipients } = props;
  return (
    <section class="card stack" aria-labelledby="sms-send-who">
      <h2 id="sms-send-who">{say.recipients()}</h2>
      <div class="row">
        <Choice
          legend={say.recipients()}
          isLegendHidden
          value={draft.mode}
          options={[
            { value: 'numbers', label: say.numbers() },
            { value: 'group', label: say.group() },
          ]}
          onChoose={(mode) => edit({ mode })}
        />
      </div>
      {draft.mode === 'group' ? (
        <GroupChoice draft={draft} edit={edit} failure={failure} />
      ) : (
        <>
          <TextField
            label={say.phones()}
            name="to"
            rows={5}
            spellcheck={false}
            autocomplete="off"
            placeholder={'0712 345 678\n0733 000 001, Otieno'}
            hint={say.phonesHint()}
            value={draft.recipients}
            failure={failure}
            onInput={(event) => edit({ recipients: event.currentTarget.value })}
          />
          <p class="small" role="status">
            <strong>{say.counted({ count: recipients.length })}</strong>
          </p>
          {recipients.length > mostRecipients && (
            <p class="wrong">{say.tooMany({ most: number(mostRecipients) })}</p>
          )}
          <FromFile onLines={(lines) => edit({ recipients: addLines(draft.recipients, lines) })} />
        </>
      )}
    </section>
  );
}
