import { useState } from 'preact/hooks';
import { readListFile } from '../../../sms-groups/import/read-list-file.ts';
import { FileField, TextField } from '../../../ui/form/field.tsx';
import { number } from '../../../words/format.ts';
import { Choice } from '../choice.tsx';
import { mostRecipients } from '../limits.ts';
import type { PartProps } from '../part-props.ts';
import { say } from '../words.ts';
import { GroupChoice } from './group-choice.tsx';
import { addLines, linesOfFile, type Recipient, readRecipients } from './recipients.ts';

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

/** Takes recipients from a file into the form, where they can be looked at and changed. */
function FromFile({ onLines }: { onLines: (lines: string) => void }) {
  const [outcome, setOutcome] = useState('');
  const take = async (file: File) => {
    const lines = linesOfFile(readListFile(new Uint8Array(await file.arrayBuffer())));
    const count = readRecipients(lines).length;
    setOutcome(say[count > 0 ? 'fileAdded' : 'fileEmpty']({ count, file: file.name }));
    if (count > 0) onLines(lines);
  };
  return (
    <>
      <FileField
        label={say.file()}
        name="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        hint={say.fileAbout()}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void take(file);
          // The same file again, put right meanwhile, is a change too.
          event.currentTarget.value = '';
        }}
      />
      <p role="status" class={outcome === '' ? 'hidden' : ''}>
        {outcome}
      </p>
    </>
  );
}
