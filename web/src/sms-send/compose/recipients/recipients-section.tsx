import { useMemo, useState } from 'preact/hooks';
import { callNext, callPage } from '../../../api/call.ts';
import type { Group } from '../../../api/operations.ts';
import { ContactPreview } from '../../../sms-account/contact-files/contact-preview.tsx';
import { type FileText, readFileText } from '../../../sms-account/contact-files/read-file.ts';
import { type Chosen, mostOfFile, tallyFile } from '../../../sms-account/contact-files/tally.ts';
import { say as sayOfFile } from '../../../sms-account/contact-files/words.ts';
import { FileField, SelectField, TextField } from '../../../ui/form/field.tsx';
import { useAction } from '../../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../../ui/load.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { number } from '../../../words/format.ts';
import { Choice } from '../options-section.tsx';
import type { OwnFile } from '../own-texts/own-file.ts';
import { OwnFileChoice } from '../own-texts/own-texts.tsx';
import type { SectionProps } from '../use-draft.ts';
import { say } from '../words.ts';
import {
  addLines,
  linesOfFile,
  mostRecipients,
  type Recipient,
  readRecipients,
} from './recipients.ts';

type Props = SectionProps & { recipients: Recipient[]; own: OwnFile | undefined };

export function RecipientsSection(props: Props) {
  const { draft, edit, failure, recipients, own } = props;
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
            { value: 'file', label: say.ownFile() },
          ]}
          onChoose={(mode) => edit({ mode })}
        />
      </div>
      {draft.mode === 'group' && <GroupChoice draft={draft} edit={edit} failure={failure} />}
      {draft.mode === 'file' && (
        <OwnFileChoice draft={draft} edit={edit} failure={failure} own={own} />
      )}
      {draft.mode === 'numbers' && (
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
          <FromFile written={draft.recipients} onWrite={(recipients) => edit({ recipients })} />
        </>
      )}
    </section>
  );
}

type FromFileProps = { written: string; onWrite: (lines: string) => void };
type Taken = FileText & {
  name: string;
  /** The form before the file's lines, and with them. */
  before: string;
  after: string;
};

/** Copies recipients from a file into the form, where they can be edited; until then the columns can be chosen. */
function FromFile({ written, onWrite }: FromFileProps) {
  const [taken, setTaken] = useState<Taken>();
  const [chosen, choose] = useState<Chosen>({});
  const tally = useMemo(() => taken && tallyFile(taken.text, chosen), [taken, chosen]);
  const write = (file: Omit<Taken, 'after'>, columns: Chosen) => {
    const { file: read } = tallyFile(file.text, columns);
    const after = addLines(file.before, linesOfFile(read));
    choose(columns);
    setTaken({ ...file, after });
    onWrite(after);
  };
  const reading = useAction(async (file: File) => {
    write({ ...(await readFileText(file)), name: file.name, before: written }, {});
  });
  const count = taken ? readRecipients(linesOfFile(tallyFile(taken.text, chosen).file)).length : 0;
  return (
    <>
      <FileField
        label={say.file()}
        name="file"
        accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/tab-separated-values,text/vcard,text/x-vcard"
        hint={say.fileAbout()}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void reading.run(file);
        }}
      />
      <FailureNotice failure={reading.failure} />
      <p role="status" class={taken ? '' : 'hidden'}>
        {taken && say[count > 0 ? 'fileAdded' : 'fileEmpty']({ count, file: taken.name })}
      </p>
      {tally && taken?.after === written && count > 0 && (
        <ContactPreview
          tally={tally}
          chosen={chosen}
          onChoose={(columns) => write(taken, columns)}
          encoding={taken.encoding}
        />
      )}
      {tally?.isTooLong && (
        <Notice kind="warning">{sayOfFile.tooLong({ most: number(mostOfFile) })}</Notice>
      )}
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
