import { useState } from 'preact/hooks';
import { csvMark } from '../../../../src/kit/text/csv.ts';
import { Unreachable } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { number } from '../../words/format.ts';
import { type DeviceRow, deviceFile } from './device-file.ts';
import { endingKinds, endings, ImportLines, isFailed, rowResult } from './import-lines.tsx';
import { useImport } from './use-import.ts';
import { say } from './words.ts';

type Props = { file: string; rows: readonly DeviceRow[] };

export function ImportRun({ file, rows }: Props) {
  const { outcomes, isRunning, end, waitSeconds, start, cancel } = useImport(rows);
  const [isOnlyFailed, setOnlyFailed] = useState(false);
  const possible = rows.filter(({ problem }) => !problem);
  const open = possible.length - outcomes.size;
  const failed = rows.filter((row) => isFailed(row, outcomes.get(row)));
  const isBegun = isRunning || end !== undefined;
  const saveFailed = () => {
    const lines = failed.map((row) => {
      const { text, sentence } = rowResult(row, outcomes.get(row));
      return { row, problem: sentence ?? text };
    });
    saveFile(
      'kisima-failed.csv',
      new Blob([csvMark, deviceFile(lines)], { type: 'text/csv;charset=utf-8' }),
    );
  };
  return (
    <>
      <section class="card stack">
        <h2>{say.found({ count: rows.length, file })}</h2>
        {possible.length < rows.length && (
          <p>{say.left({ count: rows.length - possible.length })}</p>
        )}
        {isBegun && <Progress done={outcomes.size} total={possible.length} />}
        {isRunning && waitSeconds > 0 && (
          <Notice kind="warning">
            <p>{say.waiting({ seconds: waitSeconds })}</p>
          </Notice>
        )}
        {end === 'unreachable' && <FailureNotice failure={new Unreachable(undefined)} />}
        {end === 'cancelled' && (
          <Notice kind="warning">
            <p>{say.cancelled()}</p>
          </Notice>
        )}
        {end === 'done' && <Done outcomes={outcomes} />}
        <div class="row">
          {isRunning && <Button onClick={cancel}>{say.cancel()}</Button>}
          {!isRunning && open > 0 && (
            <Button look="main" onClick={() => void start()}>
              {end ? say.goOn({ count: open }) : say.start({ count: open })}
            </Button>
          )}
          {end && failed.length > 0 && <Button onClick={saveFailed}>{say.save()}</Button>}
          {end === 'done' && <LabelsLink outcomes={outcomes} />}
        </div>
      </section>
      {end && failed.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={isOnlyFailed}
            onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
          />
          {say.onlyFailed()}
        </label>
      )}
      <ImportLines rows={isOnlyFailed ? failed : leftOutFirst(rows)} outcomes={outcomes} />
    </>
  );
}

/** Sorts lines with faults first, so that they are seen before the import of a long list. */
function leftOutFirst(rows: readonly DeviceRow[]): DeviceRow[] {
  return [...rows.filter(({ problem }) => problem), ...rows.filter(({ problem }) => !problem)];
}

type Outcomes = ReturnType<typeof useImport>['outcomes'];

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <progress
        class="progress"
        max={Math.max(1, total)}
        value={done}
        aria-label={say.progress()}
      />
      <p class="faint">{say.doneOf({ done, total })}</p>
    </div>
  );
}

function Done({ outcomes }: { outcomes: Outcomes }) {
  const kinds = [...outcomes.values()].map(({ kind }) => kind);
  const isGood = kinds.every((kind) => kind === 'registered' || kind === 'yours');
  const counts = endingKinds
    .map((kind) => [kind, kinds.filter((each) => each === kind).length] as const)
    .filter(([, count]) => count > 0);
  return (
    <Notice kind={isGood ? 'success' : 'warning'}>
      <p>
        <strong>{say.finished()}</strong>
      </p>
      <ul class="row">
        {counts.map(([kind, count]) => (
          <li key={kind}>
            {endings[kind]()}: {number(count)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Most ids in an address that browsers accept; a longer list prints all labels. */
const mostIds = 200;

function LabelsLink({ outcomes }: { outcomes: Outcomes }) {
  const ids = [...outcomes.values()].flatMap((each) => ('deviceId' in each ? [each.deviceId] : []));
  if (ids.length === 0) return null;
  return (
    <a
      class="button"
      href={ids.length > mostIds ? '/devices/labels' : `/devices/labels?ids=${ids}`}
    >
      {say.labels()}
    </a>
  );
}
