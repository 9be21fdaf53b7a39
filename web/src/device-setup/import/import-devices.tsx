import { useRef, useState } from 'preact/hooks';
import { decodeText, isSpreadsheet } from '../../../../src/kit/text/decode-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { type DeviceRow, readDeviceFile } from './device-file.ts';
import { ImportRun } from './import-run.tsx';
import { say } from './words.ts';
import './import.css';

const mostBytes = 2 * 1024 * 1024;
const mostLines = 10_000;

const example = `mac_or_serial,name,capacity,high,low
AA:BB:CC:DD:EE:01,Roof tank,5000,90,20
KS-0042,Borehole,10000`;

const problems = { empty: say.empty, tooLarge: say.tooLarge, spreadsheet: say.spreadsheet };
type Problem = keyof typeof problems;

type Chosen = { file: string; rows: DeviceRow[]; problem: Problem | undefined };

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
      {chosen && !chosen.problem && (
        <ImportRun key={chosen.rows} file={chosen.file} rows={chosen.rows} />
      )}
    </Page>
  );
}

async function read(file: File): Promise<Chosen> {
  const refuse = (problem: Problem): Chosen => ({ file: file.name, rows: [], problem });
  const bytes = new Uint8Array(await file.slice(0, mostBytes).arrayBuffer());
  if (isSpreadsheet(bytes)) return refuse('spreadsheet');
  if (file.size > mostBytes) return refuse('tooLarge');
  const rows = readDeviceFile(decodeText(bytes).text);
  const problem = rows.length === 0 ? 'empty' : rows.length > mostLines ? 'tooLarge' : undefined;
  return { file: file.name, rows, problem };
}

type Props = { label: string; onFile: (file: File) => void };

/** A file chosen by a button, or dropped. */
function ChooseFile({ label, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const hover = (event: DragEvent, isNow: boolean) => {
    event.preventDefault();
    setOver(isNow);
  };
  return (
    <fieldset
      class={`import-drop ${isOver ? 'import-drop-over' : ''}`}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        ref={input}
        type="file"
        class="hidden"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.ods,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Choosing the same file again, corrected meanwhile, counts as a change.
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <span class="faint import-drop-hint">{say.drop()}</span>
    </fieldset>
  );
}
