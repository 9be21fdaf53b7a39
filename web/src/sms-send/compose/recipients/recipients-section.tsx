import { useState } from 'preact/hooks';
import { callNext, callPage } from '../../../api/call.ts';
import type { Group } from '../../../api/operations.ts';
import { readListFile } from '../../../ui/files.ts';
import { FileField, SelectField, TextField } from '../../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../../ui/load.tsx';
import { number } from '../../../words/format.ts';
import { Choice } from '../options-section.tsx';
import type { SectionProps } from '../use-draft.ts';
import { say } from '../words.ts';
import {
  addLines,
  linesOfFile,
  mostRecipients,
  type Recipient,
  readRecipients,
} from './recipients.ts';

export function RecipientsSection(props: SectionProps & { recipients: Recipient[] }) {
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

/** Copies recipients from a file into the form, where they can be edited. */
function FromFile({ onLines }: { onLines: (lines: string) => void }) {
  const [outcome, setOutcome] = useState('');
  const take = async (file: File) => {
    const lines = linesOfFile(readListFile(await file.arrayBuffer()));
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
          // Choosing the same file again, corrected meanwhile, counts as a change.
          event.currentTarget.value = '';
        }}
      />
      <p role="status" class={outcome === '' ? 'hidden' : ''}>
        {outcome}
      </p>
    </>
  );
}

function GroupChoice({ draft, edit, failure }: SectionProps) {
  const groups = useLoad(loadGroups, []);
  return (
    <Loaded of={groups}>
      {(found) =>
        found.length === 0 ? (
          <div class="stack">
            <p>{say.noGroups()}</p>
            <p>
              <a class="button" href="/sms/groups">
                {say.makeGroup()}
              </a>
            </p>
          </div>
        ) : (
          <SelectField
            label={say.chooseGroup()}
            name="group_id"
            value={draft.groupId === null ? '' : String(draft.groupId)}
            options={[
              ['', say.noChoice()],
              ...found.map(
                ({ id, name, contact_count }) =>
                  [String(id), `${name} (${number(contact_count)})`] as const,
              ),
            ]}
            failure={failure}
            onChange={({ currentTarget: { value } }) =>
              edit({ groupId: value === '' ? null : Number(value) })
            }
          />
        )
      }
    </Loaded>
  );
}

async function loadGroups(signal: AbortSignal): Promise<Group[]> {
  const first = await callPage('GET /v1/account/groups', { query: { limit: 500 }, signal });
  const groups = first.items;
  for (let next = first.next; next; ) {
    const page = await callNext<Group[]>(next);
    groups.push(...page.items);
    next = page.next;
  }
  return groups;
}
