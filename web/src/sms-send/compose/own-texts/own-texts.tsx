import { useState } from 'preact/hooks';
import { MendedLines } from '../../../sms-account/contact-files/contact-preview.tsx';
import { readFileText } from '../../../sms-account/contact-files/read-file.ts';
import { say as sayOfFile } from '../../../sms-account/contact-files/words.ts';
import { RejectedLines } from '../../../sms-account/rejected-lines.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileField, SelectField } from '../../../ui/form/field.tsx';
import { useAction } from '../../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { number } from '../../../words/format.ts';
import { readablePhone } from '../../../words/readable-phone.ts';
import { mostRecipients } from '../recipients/recipients.ts';
import { textSize } from '../text-size.ts';
import type { SectionProps } from '../use-draft.ts';
import { say as sayOfDraft } from '../words.ts';
import type { FilledTexts, OwnFile } from './own-file.ts';
import { say } from './words.ts';

/** Lines that a list of this file's shows: the rest is alike. */
const mostShown = 10;

type OwnProps = SectionProps & { own: OwnFile | undefined };

/** Choice of the file, and of the column of its numbers. */
export function OwnFileChoice({ draft, edit, own }: OwnProps) {
  const [encoding, setEncoding] = useState<string>();
  const reading = useAction(async (file: File) => {
    const read = await readFileText(file);
    setEncoding(read.encoding);
    edit({ file: { name: file.name, text: read.text }, isMissingLeftOut: false });
  });
  const { file } = draft;
  return (
    <>
      <FileField
        label={say.file()}
        name="own_file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        hint={say.fileAbout()}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) void reading.run(chosen);
        }}
      />
      <FailureNotice failure={reading.failure} />
      <p role="status" class={file ? '' : 'hidden'}>
        {own && file && (
          <strong>{say.people({ count: own.people.length, file: file.name })}</strong>
        )}
      </p>
      {encoding !== undefined && <Notice kind="info">{sayOfFile.encoding({ encoding })}</Notice>}
      {own && file && own.columns.length > 1 && (
        <SelectField
          label={say.phoneColumn()}
          name="phone_column"
          value={String(own.phone)}
          options={own.columns.map((name, at) => [String(at), name] as const)}
          onChange={({ currentTarget: { value } }) =>
            edit({ file: { ...file, phone: Number(value) } })
          }
        />
      )}
      {own && <Rejected lines={own.rejected} />}
      {own && <MendedLines lines={own.mended} />}
      {own?.isTooLong && (
        <Notice kind="warning">{sayOfFile.tooLong({ most: number(mostRecipients) })}</Notice>
      )}
    </>
  );
}

/** Lines of the file that nobody gets a text by, with what is wrong with their numbers. */
function Rejected({ lines }: { lines: OwnFile['rejected'] }) {
  if (lines.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="sms-send-unread">
      <Notice kind="warning">
        <div>
          <h3 id="sms-send-unread">{say.rejected({ count: lines.length })}</h3>
          <p>{say.rejectedAbout()}</p>
        </div>
      </Notice>
      {lines.length > mostShown && <p>{say.rejectedShown({ shown: mostShown })}</p>}
      <RejectedLines
        lines={lines.slice(0, mostShown)}
        heads={{ line: say.line(), written: say.number(), why: say.why() }}
        labelledBy="sms-send-unread"
      />
    </section>
  );
}

type TextsProps = OwnProps & { filled: FilledTexts | undefined; isSmart: boolean };

/** Under the text: the columns that can be put in, what is wrong with it, and what the first people get. */
export function OwnTexts({ draft, edit, own, filled, isSmart }: TextsProps) {
  if (!own || !filled) return <p class="hint">{say.noFile()}</p>;
  const { message } = draft;
  return (
    <div class="stack">
      <p class="hint">{say.help()}</p>
      <fieldset class="sms-send-columns">
        <legend class="hidden">{say.insert()}</legend>
        {own.columns.map((column) => (
          <Button key={column} onClick={() => edit({ message: `${message}{${column}}` })}>
            {`{${column}}`}
          </Button>
        ))}
      </fieldset>
      <UnknownPlaceholders unknown={filled.template.unknown} isOfFile />
      <Missing draft={draft} edit={edit} filled={filled} />
      {message.trim() !== '' && filled.texts.length > 0 && (
        <Preview filled={filled} isSmart={isSmart} />
      )}
    </div>
  );
}

const shown = 3;

type PreviewProps = { filled: FilledTexts; isSmart: boolean };

function Preview({ filled: { texts }, isSmart }: PreviewProps) {
  return (
    <section class="stack" aria-labelledby="sms-send-first">
      <h3 id="sms-send-first">{say.preview()}</h3>
      {texts.slice(0, shown).map(({ line, to, text }) => {
        const { segments, encoding } = textSize(text, isSmart);
        const letters = encoding === 'gsm7' ? sayOfDraft.gsm7() : sayOfDraft.ucs2();
        return (
          <div key={line}>
            <p class="small">
              <strong>{readablePhone(to)}</strong> ·{' '}
              {sayOfDraft.sizeParts({ count: segments, letters })}
            </p>
            <p class="sms-text sms-bubble">{text}</p>
          </div>
        );
      })}
    </section>
  );
}

type Unknown = readonly { placeholder: string; meant?: string }[];

/** Names what stands in braces and for nothing. */
export function UnknownPlaceholders({
  unknown,
  isOfFile,
}: {
  unknown: Unknown;
  isOfFile: boolean;
}) {
  if (unknown.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul class="sms-send-unknown">
        {unknown.slice(0, 10).map(({ placeholder, meant }) => (
          <li key={placeholder}>
            {say[isOfFile ? 'unknown' : 'unknownHere']({ placeholder })}{' '}
            {meant !== undefined && say.meant({ meant })}{' '}
            {say.escape({ escaped: `\\${placeholder}` })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Missing({
  draft,
  edit,
  filled,
}: Pick<TextsProps, 'draft' | 'edit'> & { filled: FilledTexts }) {
  const { missing } = filled;
  if (missing.length === 0) return null;
  return (
    <div class="stack">
      <Notice kind="warning">
        <div>
          <h3 id="sms-send-missing">{say.missing({ count: missing.length })}</h3>
          <p>{say.missingAbout()}</p>
        </div>
      </Notice>
      {missing.length > mostShown && <p>{say.missingShown({ shown: mostShown })}</p>}
      <table class="sms-rejected" aria-labelledby="sms-send-missing">
        <thead>
          <tr>
            <th scope="col" class="number">
              {say.line()}
            </th>
            <th scope="col">{say.number()}</th>
            <th scope="col">{say.empty()}</th>
          </tr>
        </thead>
        <tbody>
          {missing.slice(0, mostShown).map(({ line, to, column }) => (
            <tr key={line}>
              <td class="number">{line}</td>
              <td>{readablePhone(to)}</td>
              <td class="sms-what">{column}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isMissingLeftOut}
          onChange={({ currentTarget: { checked } }) => edit({ isMissingLeftOut: checked })}
        />
        {say.leaveOut()}
      </label>
    </div>
  );
}
