import { useMemo, useRef, useState } from 'preact/hooks';
import { callWithText } from '../api/call.ts';
import type { SavedContacts } from '../api/operations.ts';
import { ContactPreview, MendedLines } from '../sms-account/contact-files/contact-preview.tsx';
import { type FileText, readFileText } from '../sms-account/contact-files/read-file.ts';
import { type Chosen, tallyFile } from '../sms-account/contact-files/tally.ts';
import { RejectedLines } from '../sms-account/rejected-lines.tsx';
import { Button } from '../ui/button.tsx';
import { FileField, TextField } from '../ui/form/field.tsx';
import { onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { linesLeft } from './lines-left.ts';
import { say } from './words.ts';
import './sms-groups.css';

type Props = {
  groupId: number;
  /** Set for an empty group, whose screen begins with this form opened. */
  isEmpty: boolean;
  onImported: () => Promise<void>;
};

export function ImportContacts({ groupId, isEmpty, onImported }: Props) {
  // Initial state only: the person opens and closes it later.
  const [isOpen] = useState(isEmpty);
  const form = useRef<HTMLFormElement>(null);
  const [list, setList] = useState<FileText>();
  const [chosen, choose] = useState<Chosen>({});
  const [imported, setImported] = useState<SavedContacts>();
  const [pasted, setPasted] = useState('');
  const tally = useMemo(() => list && tallyFile(list.text, chosen), [list, chosen]);
  const show = (next: FileText | undefined) => {
    setImported(undefined);
    choose({});
    setList(next);
  };
  const reading = useAction(async (file: File) => {
    const read = await readFileText(file);
    setPasted('');
    show(read);
  });
  const importing = useAction(async () => {
    setImported(undefined);
    const { phone, name } = chosen;
    const query = {
      ...(phone !== undefined && { phone_column: phone + 1 }),
      ...(name !== undefined && { name_column: name === null ? 0 : name + 1 }),
    };
    const parts = { path: { id: groupId }, query, body: list?.text ?? '' };
    setImported(await callWithText('POST /v1/account/groups/{id}/contacts', parts));
    form.current?.reset();
    // Lines that were pasted and left out stay in the field to be put right.
    const left = await linesLeft(pasted, chosen);
    setPasted(left);
    setList(left === '' ? undefined : { text: left, encoding: undefined });
    await onImported();
  });
  return (
    <details class="card" open={isOpen}>
      <summary class="sms-groups-summary">
        <h2>{say.listTitle()}</h2>
      </summary>
      <form ref={form} class="stack" onSubmit={onSubmit(importing.run)}>
        <p>{say.listAbout()}</p>
        <FileField
          label={say.file()}
          name="file"
          accept=".csv,.tsv,.txt,.vcf,.xlsx,.xls,.ods,text/csv,text/plain,text/tab-separated-values,text/vcard,text/x-vcard"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void reading.run(file);
          }}
        />
        <FailureNotice failure={reading.failure} />
        <TextField
          label={say.paste()}
          name="body"
          placeholder={'0712 345 678, Wanjiku\n0733 000 001, Otieno'}
          value={pasted}
          failure={importing.failure}
          onInput={({ currentTarget: { value } }) => {
            setPasted(value);
            show(value.trim() === '' ? undefined : { text: value, encoding: undefined });
          }}
        />
        {tally && (
          <ContactPreview
            tally={tally}
            chosen={chosen}
            onChoose={choose}
            encoding={list?.encoding}
          />
        )}
        <FailureNotice failure={importing.failure} />
        <p>
          <Button look="main" type="submit" isBusy={importing.isBusy}>
            {say.run()}
          </Button>
        </p>
        {imported && <ImportOutcome imported={imported} />}
      </form>
    </details>
  );
}

function ImportOutcome({ imported }: { imported: SavedContacts }) {
  const { added, updated, rejected_count } = imported;
  return (
    <div class="stack">
      <Notice kind={added + updated > 0 ? 'success' : 'info'}>
        <p>
          {say.listAdded({ count: added })} {updated > 0 && say.listUpdated({ count: updated })}
        </p>
      </Notice>
      {imported.mended && (
        <MendedLines lines={imported.mended} count={imported.mended_count ?? 0} />
      )}
      {rejected_count > 0 && <LinesLeftOut imported={imported} />}
    </div>
  );
}

function LinesLeftOut({ imported: { rejected, rejected_count } }: { imported: SavedContacts }) {
  return (
    <section class="stack" aria-labelledby="sms-left-out">
      <Notice kind="warning">
        <div>
          <h3 id="sms-left-out">{say.rejected({ count: rejected_count })}</h3>
          <p>{say.rejectedHint()}</p>
        </div>
      </Notice>
      {rejected.length < rejected_count && <p>{say.listed({ shown: rejected.length })}</p>}
      <RejectedLines
        lines={rejected}
        heads={{ line: say.line(), written: say.written(), why: say.why() }}
        labelledBy="sms-left-out"
      />
    </section>
  );
}
