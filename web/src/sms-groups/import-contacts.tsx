import { useRef, useState } from 'preact/hooks';
import { callRaw } from '../api/call.ts';
import { Refusal } from '../api/failure.ts';
import type { SavedContacts } from '../api/operations.ts';
import { RejectedLines } from '../sms-account/rejected-lines.tsx';
import { Button } from '../ui/button.tsx';
import { isSpreadsheet, readListFile } from '../ui/files.ts';
import { FileField, TextField } from '../ui/form/field.tsx';
import { onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
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
  const [imported, setImported] = useState<SavedContacts>();
  const importing = useAction(async (data: FormData) => {
    setImported(undefined);
    const parts = { path: { id: groupId }, body: await textOf(data) };
    const response = await callRaw('POST /v1/account/groups/{id}/contacts', parts);
    setImported((await response.json()) as SavedContacts);
    form.current?.reset();
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
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,text/csv,text/plain,text/tab-separated-values"
        />
        <TextField
          label={say.paste()}
          name="body"
          placeholder={'0712 345 678, Wanjiku\n0733 000 001, Otieno'}
          failure={importing.failure}
        />
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

async function textOf(data: FormData): Promise<string> {
  const file = data.get('file');
  if (file instanceof File && file.size > 0) {
    const bytes = await file.arrayBuffer();
    if (isSpreadsheet(bytes)) throw new Refusal(say.spreadsheet());
    return readListFile(bytes);
  }
  return String(data.get('body') ?? '');
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
