import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { decodeText, isRichText, isSpreadsheet } from '../../../../src/kit/text/decode-text.ts';
import { mostFileBytes } from '../../../../src/water/imports/device-file.ts';
import { callPage } from '../../api/call.ts';
import { startImport } from '../../imports/running-import.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { dateTime } from '../../words/format.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportLines, type ShownLine } from './import-lines.tsx';
import { type Preview, type PreviewLine, previewFile } from './preview-file.ts';
import { say } from './words.ts';
import './import.css';

const example = `mac_or_serial,name,capacity,owner,group
AA:BB:CC:DD:EE:01,Roof tank,5000,0712 345 678,Estate A
KS-0042,Borehole,10000,juma@example.com,Estate A`;

const problems = {
  empty: say.empty,
  tooLarge: say.tooLarge,
  spreadsheet: say.spreadsheet,
  richText: say.richText,
};
type Problem = keyof typeof problems;

type Chosen = { file: string; text: string; preview: Preview; problem: Problem | undefined };

/** Chooses a file of devices, shows how it is read, and hands it to the server. */
export function ImportDevices() {
  const [chosen, setChosen] = useState<Chosen>();
  const take = async (file: File) => setChosen(await read(file));
  return (
    <Page title={say.title()} back={{ href: '/devices/new', label: say.back() }}>
      {!chosen && (
        <div class="card stack">
          <p>{say.intro()}</p>
          <section class="import-example scroll-x" tabIndex={0} aria-label={say.example()}>
            <pre>
              <code>{example}</code>
            </pre>
          </section>
          <p class="faint">{say.columnsHint()}</p>
        </div>
      )}
      <ChooseFile label={chosen ? say.chooseOther() : say.choose()} onFile={take} />
      {chosen?.problem && (
        <Notice kind="danger">
          <p>
            {chosen.file}: {problems[chosen.problem]()}
          </p>
        </Notice>
      )}
      {chosen && !chosen.problem && <Shown key={chosen.text} chosen={chosen} />}
      {!chosen && <EarlierImports />}
    </Page>
  );
}

const nothing: Preview = { lines: [], columns: [], unknown: [], isTooLong: false };

async function read(file: File): Promise<Chosen> {
  const refuse = (problem: Problem) => ({ file: file.name, text: '', preview: nothing, problem });
  const bytes = new Uint8Array(await file.slice(0, mostFileBytes).arrayBuffer());
  if (isSpreadsheet(bytes)) return refuse('spreadsheet');
  if (isRichText(bytes)) return refuse('richText');
  if (file.size > mostFileBytes) return refuse('tooLarge');
  const { text } = decodeText(bytes);
  const preview = previewFile(text);
  if (preview.isTooLong) return refuse('tooLarge');
  if (preview.lines.length === 0) return refuse('empty');
  return { file: file.name, text, preview, problem: undefined };
}

function Shown({ chosen: { file, text, preview } }: { chosen: Chosen }) {
  const { route } = useLocation();
  const { lines, columns, unknown } = preview;
  const wrong = lines.filter(({ errors }) => errors.length > 0);
  const right = lines.filter(({ errors }) => errors.length === 0);
  const sending = useAction(async () => {
    const { id } = await startImport(file.slice(-200), text);
    route(`/devices/imports/${id}`);
  });
  return (
    <>
      <section class="card stack">
        <h2>{say.found({ count: lines.length, file })}</h2>
        {wrong.length > 0 && <p>{say.left({ count: wrong.length })}</p>}
        {unknown.length > 0 && <p>{say.unknown({ titles: unknown.join(', ') })}</p>}
        <p class="faint">{say.goesOn()}</p>
        <FailureNotice failure={sending.failure} />
        <div class="row">
          <Button
            look="main"
            disabled={right.length === 0}
            isBusy={sending.isBusy}
            onClick={() => void sending.run()}
          >
            {say.start({ count: right.length })}
          </Button>
        </div>
      </section>
      <ImportLines lines={[...wrong, ...right].map(shownOf)} columns={columns} />
    </>
  );
}

function shownOf({ at, cells, errors }: PreviewLine): ShownLine {
  return { at, cells, errors, status: errors.length > 0 ? 'refused' : 'ready' };
}

function EarlierImports() {
  const found = useLoad((signal) => callPage('GET /api/imports', { signal }), []);
  const jobs = found.data?.items ?? [];
  if (jobs.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{say.earlier()}</h2>
      <ul class="stack">
        {jobs.map(({ id, file, created_at, lines, open, refused }) => (
          <li key={id}>
            <a href={`/devices/imports/${id}`}>{file ?? say.unnamed()}</a>
            <p class="faint small">
              {dateTime(created_at)} · {say.doneOf({ done: lines - open, total: lines })}
              {refused > 0 && ` · ${say.refusedCount({ count: refused })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
