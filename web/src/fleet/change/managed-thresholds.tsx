import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Unreachable } from '../../api/failure.ts';
import { type Outcome as RowOutcome, runImport } from '../../device-setup/import/run-import.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { isAtLeast, loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failureSentence } from '../../ui/failures/failure-sentence.ts';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { say } from '../words.ts';
import type { ChangeProps } from './change-dialog.tsx';
import { ThresholdFields } from './threshold-fields.tsx';

type Left = { row: TankLine; failure: Error };

/**
 * Thresholds of lines that are not all the person's own tanks with one sensor, which no file of devices changes:
 * each is saved by itself. An empty field changes nothing.
 */
export function ManagedThresholds({ rows: chosen, onClose, onKeep }: ChangeProps) {
  // The choice shrinks to what failed.
  const [rows] = useState(chosen);
  const [high, setHigh] = useState('');
  const [low, setLow] = useState('');
  const [done, setDone] = useState(0);
  const [left, setLeft] = useState<Left[]>();
  const own = rows.filter(({ tank }) => isAtLeast(tank.role, 'manager'));
  const saving = useAction(async () => {
    setDone(0);
    setLeft(undefined);
    const failed = await forEachRow(own, (row) => save(row, { high, low }), setDone);
    setLeft(failed);
    if (failed.length > 0) onKeep(failed.map(({ row }) => row));
    void loadTanks();
  });
  return (
    <Dialog title={say.setThresholds()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        <p>{say.thresholdsHint({ count: own.length })}</p>
        {own.length < rows.length && (
          <p class="faint">{say.notYours({ count: rows.length - own.length })}</p>
        )}
        <ThresholdFields high={high} low={low} setHigh={setHigh} setLow={setLow} />
        {saving.isBusy && (
          <div class="stack" role="status">
            <progress class="progress" aria-label={say.progress()} value={done} max={own.length} />
            <span>{say.doneOf({ done, total: own.length })}</span>
          </div>
        )}
        <FailureNotice failure={saving.failure} />
        {left && <ThresholdsOutcome total={own.length} left={left} />}
        <div class="row row-end">
          <Button onClick={onClose}>{say.close()}</Button>
          <Button
            look="main"
            type="submit"
            isBusy={saving.isBusy}
            disabled={own.length === 0 || (high === '' && low === '')}
          >
            {say.setForAll()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ThresholdsOutcome({ total, left }: { total: number; left: Left[] }) {
  return (
    <>
      {left.length < total && (
        <Notice kind="success">
          <p>{say.thresholdsSet({ count: total - left.length })}</p>
        </Notice>
      )}
      {left.length > 0 && (
        <Notice kind="danger">
          <div>
            <p>{say.thresholdsFailed({ count: left.length })}</p>
            <ul>
              {left.slice(0, 20).map(({ row, failure }) => (
                <li key={row.key}>
                  <strong>{row.name}</strong> {failureSentence(failure)}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </>
  );
}

async function save({ tank, sensor }: TankLine, { high, low }: { high: string; low: string }) {
  const body = {
    device_id: tank.device_id,
    sensor_name: sensor?.sensor_name ?? 'main',
    ...(high !== '' && { high_threshold: Number(high) }),
    ...(low !== '' && { low_threshold: Number(low) }),
  };
  await call('POST /api/sensor_configs.php?action=save', { body });
}

/**
 * Runs an action for each of many lines, a few at a time, waiting as the server asks.
 * @param onDone called after each line with the number done.
 * @returns the failed lines with their reasons.
 * @throws Unreachable if the server can no longer be reached.
 */
async function forEachRow<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
  onDone: (count: number) => void,
): Promise<{ row: Row; failure: Error }[]> {
  const failed: { row: Row; failure: Error }[] = [];
  let done = 0;
  const end = await runImport({
    rows,
    register: async (row): Promise<RowOutcome> => {
      await act(row);
      return { kind: 'registered', deviceId: '' };
    },
    onOutcome: (row, outcome) => {
      if ('failure' in outcome) failed.push({ row, failure: outcome.failure });
      onDone(++done);
    },
    onWait: () => {},
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    signal: new AbortController().signal,
  });
  if (end === 'unreachable') throw new Unreachable(undefined);
  return failed;
}
