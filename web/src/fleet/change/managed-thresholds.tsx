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
import { say as sayChange } from './words.ts';

type Left = { row: TankLine; failure: Error };
/** Percent as typed; empty for what stays. */
type Thresholds = { high: string; low: string };

/**
 * Thresholds of lines that are not all the person's own tanks with one sensor, which no file of devices changes:
 * each is saved by itself, and by itself taken back. An empty field changes nothing.
 */
export function ManagedThresholds({ rows: chosen, onClose, onKeep }: ChangeProps) {
  // The choice shrinks to what failed.
  const [rows] = useState(chosen);
  const [high, setHigh] = useState('');
  const [low, setLow] = useState('');
  const [done, setDone] = useState(0);
  const [left, setLeft] = useState<Left[]>();
  const [changed, setChanged] = useState<{ rows: TankLine[]; to: Thresholds }>();
  const [undone, setUndone] = useState<number>();
  const own = rows.filter(({ tank }) => isAtLeast(tank.role, 'manager'));
  const saving = useAction(async () => {
    setDone(0);
    setLeft(undefined);
    setUndone(undefined);
    const to = { high, low };
    const failed = await forEachRow(own, (row) => save(row, to), setDone);
    setLeft(failed);
    const isLeft = new Set(failed.map(({ row }) => row.key));
    setChanged({ rows: own.filter(({ key }) => !isLeft.has(key)), to });
    if (failed.length > 0) onKeep(failed.map(({ row }) => row));
    void loadTanks();
  });
  const back = (changed?.rows ?? []).flatMap((row) => {
    const before = changed && thresholdsBefore(row, changed.to);
    return before ? [{ ...row, before }] : [];
  });
  const undoing = useAction(async () => {
    setDone(0);
    const failed = await forEachRow(back, (row) => save(row, row.before), setDone);
    setLeft(failed);
    setUndone(back.length - failed.length);
    setChanged(undefined);
    void loadTanks();
  });
  const isBusy = saving.isBusy || undoing.isBusy;
  const total = undoing.isBusy ? back.length : own.length;
  return (
    <Dialog title={say.setThresholds()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        <p>{say.thresholdsHint({ count: own.length })}</p>
        {own.length < rows.length && (
          <p class="faint">{say.notYours({ count: rows.length - own.length })}</p>
        )}
        <ThresholdFields high={high} low={low} setHigh={setHigh} setLow={setLow} />
        {isBusy && (
          <div class="stack" role="status">
            <progress class="progress" aria-label={say.progress()} value={done} max={total} />
            <span>{say.doneOf({ done, total })}</span>
          </div>
        )}
        <FailureNotice failure={saving.failure ?? undoing.failure} />
        {undone !== undefined && (
          <Notice kind="success">{sayChange.undone({ count: undone })}</Notice>
        )}
        {left && !undoing.isBusy && (
          <ThresholdsOutcome count={changed?.rows.length ?? 0} left={left} />
        )}
        <div class="row row-end">
          {back.length > 0 && (
            <Button isBusy={undoing.isBusy} onClick={() => void undoing.run()}>
              {sayChange.undo()}
            </Button>
          )}
          <Button onClick={onClose}>{say.close()}</Button>
          <Button
            look="main"
            type="submit"
            isBusy={saving.isBusy}
            disabled={isBusy || own.length === 0 || (high === '' && low === '')}
          >
            {say.setForAll()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ThresholdsOutcome({ count, left }: { count: number; left: Left[] }) {
  return (
    <>
      {count > 0 && (
        <Notice kind="success">
          <p>{say.thresholdsSet({ count })}</p>
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

/** Those that are changed, as they are; undefined where a sensor has none of its own to go back to. */
function thresholdsBefore({ sensor }: TankLine, { high, low }: Thresholds): Thresholds | undefined {
  if (sensor?.high_threshold == null || sensor.low_threshold == null) return undefined;
  return {
    high: high === '' ? '' : String(sensor.high_threshold),
    low: low === '' ? '' : String(sensor.low_threshold),
  };
}

async function save({ tank, sensor }: TankLine, { high, low }: Thresholds) {
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
