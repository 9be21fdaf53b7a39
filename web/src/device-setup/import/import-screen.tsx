import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { type Column, columnNames } from '../../../../src/water/imports/columns.ts';
import { refusedFileHeader, refusedFileLine } from '../../../../src/water/imports/device-file.ts';
import { call, callNext, callPage, callRaw } from '../../api/call.ts';
import type { DeviceImport, DeviceImportRow } from '../../api/operations.ts';
import { followImport, forgetImport, runningImport } from '../../imports/running-import.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { dateTime, number } from '../../words/format.ts';
import { ImportLines, problemOf, type ShownLine } from './import-lines.tsx';
import { say } from './words.ts';
import './import.css';

/** An import: how far it is, what was refused, and what is to be had of it. */
export function ImportScreen() {
  const id = Number(useRoute().params['id']);
  const loaded = useLoad((signal) => call('GET /api/imports/{id}', { path: { id }, signal }), [id]);
  const followed = runningImport.value?.id === id ? runningImport.value : undefined;
  const job = followed ?? loaded.data;
  useEffect(() => {
    // Found in the list, or begun on another phone.
    if (loaded.data?.status === 'running' && !followed) followImport(loaded.data);
  }, [loaded.data]);
  // Its end is seen here.
  useEffect(() => () => void (runningImport.peek()?.status !== 'running' && forgetImport()), []);
  return (
    <Page title={job?.file ?? say.title()} back={{ href: '/devices/import', label: say.title() }}>
      <Loaded of={{ ...loaded, data: job }}>{(now) => <Job job={now} />}</Loaded>
    </Page>
  );
}

function Job({ job }: { job: DeviceImport }) {
  const { id, status, lines, open, registered, known, refused, finished_at } = job;
  const isRunning = status === 'running';
  const cancelling = useAction(async () => {
    followImport(await call('DELETE /api/imports/{id}', { path: { id } }));
  });
  const counts = [
    [say.registered(), registered],
    [say.known(), known],
    [say.refused(), refused],
  ] as const;
  return (
    <>
      <section class="card stack">
        <progress
          class="progress"
          max={Math.max(1, lines)}
          value={lines - open}
          aria-label={say.progress()}
        />
        <p>{say.doneOf({ done: lines - open, total: lines })}</p>
        {isRunning && <p class="faint">{say.leave()}</p>}
        {!isRunning && (
          <Notice kind={refused > 0 || status === 'cancelled' ? 'warning' : 'success'}>
            <p>
              <strong>{status === 'cancelled' ? say.cancelled() : say.finished()}</strong>
            </p>
          </Notice>
        )}
        {status === 'finished' && finished_at && (
          <p class="faint">{say.finishedAt({ when: dateTime(finished_at) })}</p>
        )}
        <ul class="row">
          {counts
            .filter(([, count]) => count > 0)
            .map(([label, count]) => (
              <li key={label}>
                {label}: {number(count)}
              </li>
            ))}
        </ul>
        <FailureNotice failure={cancelling.failure} />
        {isRunning ? (
          <div class="row">
            <Button isBusy={cancelling.isBusy} onClick={() => void cancelling.run()}>
              {say.cancel()}
            </Button>
          </div>
        ) : (
          <Files job={job} />
        )}
      </section>
      {!isRunning && refused > 0 && <Refused id={id} />}
    </>
  );
}

/** What can be had of an import that is over. */
function Files({ job: { id, refused, registered, known } }: { job: DeviceImport }) {
  const savingKeys = useAction(async () => {
    const query = { rows: 'keys' };
    const response = await callRaw('GET /api/imports/{id}/file', { path: { id }, query });
    saveFile('kisima-keys.csv', await response.blob());
  });
  const savingRefused = useAction(async () => {
    const rows = await allRefused(id);
    const text = rows.map(({ cells, errors }) => refusedFileLine(cells, problemOf(errors)));
    const type = 'text/csv;charset=utf-8';
    saveFile('kisima-refused.csv', new Blob([refusedFileHeader, ...text], { type }));
  });
  return (
    <>
      <FailureNotice failure={savingKeys.failure ?? savingRefused.failure} />
      {registered + known > 0 && <p class="faint">{say.keysHint()}</p>}
      <div class="row">
        {refused > 0 && (
          <Button isBusy={savingRefused.isBusy} onClick={() => void savingRefused.run()}>
            {say.saveRefused()}
          </Button>
        )}
        {registered + known > 0 && (
          <Button isBusy={savingKeys.isBusy} onClick={() => void savingKeys.run()}>
            {say.saveKeys()}
          </Button>
        )}
        {registered + known > 0 && (
          <a class="button" href="/devices/labels">
            {say.labels()}
          </a>
        )}
      </div>
    </>
  );
}

/** All lines of an import that were refused. */
export async function allRefused(id: number): Promise<DeviceImportRow[]> {
  const query = { status: 'refused' as const, limit: 500 };
  const page = await callPage('GET /api/imports/{id}/rows', { path: { id }, query });
  const rows = page.items;
  for (let next = page.next; next; ) {
    const more = await callNext<DeviceImportRow[]>(next);
    rows.push(...more.items);
    next = more.next;
  }
  return rows;
}

function Refused({ id }: { id: number }) {
  const query = { status: 'refused' as const, limit: 500 };
  const found = useLoad(
    (signal) => callPage('GET /api/imports/{id}/rows', { path: { id }, query, signal }),
    [id],
  );
  return (
    <Loaded of={found}>
      {({ items }) => <ImportLines lines={items.map(shownOf)} columns={columnsOf(items)} />}
    </Loaded>
  );
}

function shownOf({ line, cells, errors, status, device_id }: DeviceImportRow): ShownLine {
  return { at: line, cells, errors, status, deviceId: device_id };
}

function columnsOf(rows: readonly DeviceImportRow[]): Column[] {
  return columnNames.filter((column) => rows.some(({ cells }) => cells[column] !== undefined));
}
