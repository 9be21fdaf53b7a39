import { useState } from 'preact/hooks';
import { isSpreadsheet } from '../../ui/form/is-spreadsheet.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { type DeviceRow, readDeviceFile } from './device-file.ts';
import { ImportRun } from './import-run.tsx';
import { readText } from './read-text.ts';
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

/** Registers a list of devices: a file is chosen, looked at, and then done line by line. */
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
  const bytes = await file.slice(0, mostBytes).arrayBuffer();
  if (isSpreadsheet(bytes)) return refuse('spreadsheet');
  if (file.size > mostBytes) return refuse('tooLarge');
  const rows = readDeviceFile(readText(bytes));
  const problem = rows.length === 0 ? 'empty' : rows.length > mostLines ? 'tooLarge' : undefined;
  return { file: file.name, rows, problem };
}
