import { useState } from 'preact/hooks';
import { readListFile } from '../../../sms-groups/import/read-list-file.ts';
import { FileField } from '../../../ui/form/field.tsx';
import { say } from '../words.ts';
import { linesOfFile, readRecipients } from './recipients.ts';

/** Takes recipients from a file into the form, where they can be looked at and changed. */
export function FromFile({ onLines }: { onLines: (lines: string) => void }) {
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
