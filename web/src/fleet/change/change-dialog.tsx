import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../api/failure.ts';
import type { DeviceImport } from '../../api/operations.ts';
import { problemOf } from '../../device-setup/import/import-lines.tsx';
import { allRefused } from '../../device-setup/import/import-screen.tsx';
import { forgetImport, runningImport, startChange } from '../../imports/running-import.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { number } from '../../words/format.ts';
import { say as sayFleet } from '../words.ts';
import {
  type CellsOf,
  changeFile,
  faultsOf,
  lineOf,
  managedTanks,
  ownDevices,
} from './change-file.ts';
import { ChangeOutcome, type Left } from './change-outcome.tsx';
import { type ChangeScope, countsOf } from './change-scope.ts';
import { say } from './words.ts';

/** What every dialog of a change is given. */
export type ChangeProps = {
  rows: TankLine[];
  onClose: () => void;
  onKeep: (rows: readonly TankLine[]) => void;
};

type Props = ChangeProps & {
  title: string;
  /** Whether own devices are changed, or tanks, of a device with several sensors each, that the person manages. */
  scope?: ChangeScope;
  /** Says what is done, such as `Share with asha@example.com`; names the import, too. */
  what: string;
  cellsOf: CellsOf;
  /** Of a change that can be undone. */
  undo?: { label: string; cellsOf: CellsOf } | undefined;
  /** How many it is done to, and the button that does it, where a truer verb than to change is known. */
  counted?: Counted;
  /** Question before one that cannot. */
  warning?: string | undefined;
  /** Why the fields are not filled in yet. */
  refusal?: string | undefined;
  /** True if the keys of the devices are to be had afterwards. */
  hasKeys?: boolean;
  /** Fields. */
  children: ComponentChildren;
};

type Counted = Record<'asks' | 'does', (of: { count: number }) => string>;

type Step = 'fields' | 'asked' | 'running' | 'done';

/**
 * A change of all chosen devices: fields, then how many are changed, then how far it is. The server works on it
 * as on a file of devices, so that it goes on when the dialog is closed.
 */
export function ChangeDialog(props: Props) {
  const { title, what, cellsOf, undo, warning, refusal, hasKeys = false, children } = props;
  const { scope = 'devices', onClose, onKeep } = props;
  const words = countsOf[scope];
  const { counted = words } = props;
  // The choice shrinks to what failed.
  const [rows] = useState(props.rows);
  const [step, setStep] = useState<Step>('fields');
  const [jobId, setJobId] = useState<number>();
  const [isUndone, setUndone] = useState(false);
  const [left, setLeft] = useState<Left[]>([]);
  const [ended, setEnded] = useState<DeviceImport>();
  const lines = scope === 'tanks' ? managedTanks(rows) : ownDevices(rows);
  const changed = lines.filter((line) => cellsOf(line) !== undefined);
  const chosen = scope === 'tanks' ? rows : [...new Set(rows.map(({ tank }) => tank.device_id))];
  const others = chosen.length - lines.length;

  const asking = useAction(async () => {
    if (refusal !== undefined) throw new Refusal(refusal);
    const faults = faultsOf(lines, cellsOf);
    if (faults.length > 0) throw new Refusal(problemOf(faults));
    setStep('asked');
  });
  const sending = useAction(async (some: TankLine[], of: CellsOf, name: string) => {
    const mark = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const job = await startChange(name, changeFile(some, of, mark));
    setLeft([]);
    setEnded(undefined);
    setJobId(job.id);
    setStep('running');
  });
  const followed = runningImport.value;
  const job = followed?.id === jobId ? followed : undefined;
  useEffect(() => {
    if (step !== 'running' || !job || job.status === 'running') return;
    void (async () => {
      const refused = job.refused === 0 ? [] : await allRefused(job.id);
      const failed = refused.flatMap(({ cells, errors }) => {
        const row = lineOf(rows, cells);
        return row ? [{ row, problem: problemOf(errors) }] : [];
      });
      setLeft(failed);
      setEnded(job);
      setStep('done');
      forgetImport();
      if (failed.length > 0) onKeep(failed.map(({ row }) => row));
    })();
  }, [job?.status, step]);

  const isLeft = new Set(left.map(({ row }) => row.key));
  const canUndo = changed.some((line) => undo?.cellsOf(line) !== undefined);
  const takeBack = () => {
    if (!undo) return;
    const some = changed.filter(({ key }) => !isLeft.has(key));
    void sending
      .run(some, undo.cellsOf, `${undo.label}: ${what}`)
      .then((isSent) => isSent && setUndone(true));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {step === 'fields' && (
        <form class="stack" onSubmit={onSubmit(asking.run)}>
          <p>{words.chosen({ count: lines.length })}</p>
          {others > 0 && <p class="faint">{words.leftOut({ count: others })}</p>}
          {children}
          <FailureNotice failure={asking.failure} />
          <div class="row row-end">
            <Button onClick={onClose}>{sayFleet.close()}</Button>
            <Button look="main" type="submit" disabled={lines.length === 0}>
              {say.next()}
            </Button>
          </div>
        </form>
      )}
      {step === 'asked' && (
        <div class="stack">
          <p>
            <strong>{what}</strong>
          </p>
          <p role="status">
            {counted.asks({ count: changed.length })} {namesOf(changed, scope)}
          </p>
          {warning && <p>{warning}</p>}
          <FailureNotice failure={sending.failure} />
          <div class="row row-end">
            <Button onClick={() => setStep('fields')}>{say.back()}</Button>
            <Button
              look={warning ? 'danger' : 'main'}
              isBusy={sending.isBusy}
              onClick={() => void sending.run(changed, cellsOf, what)}
            >
              {counted.does({ count: changed.length })}
            </Button>
          </div>
        </div>
      )}
      {step === 'running' && (
        <div class="stack" role="status">
          <progress
            class="progress"
            aria-label={sayFleet.progress()}
            value={job ? job.lines - job.open : 0}
            max={Math.max(1, job?.lines ?? changed.length)}
          />
          <span>
            {sayFleet.doneOf({
              done: job ? job.lines - job.open : 0,
              total: job?.lines ?? changed.length,
            })}
          </span>
          <p class="faint">{say.goesOn()}</p>
        </div>
      )}
      {step === 'done' && ended && (
        <ChangeOutcome
          job={ended}
          scope={scope}
          left={left}
          isUndone={isUndone}
          hasKeys={hasKeys && !isUndone}
          failure={sending.failure}
          undo={undo && canUndo && !isUndone ? { label: undo.label, run: takeBack } : undefined}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Devices that are named before they are changed. */
const mostNamed = 3;

function namesOf(lines: TankLine[], scope: ChangeScope): string {
  const nameIt = ({ tank, name }: TankLine) => (scope === 'tanks' ? name : nameOf(tank));
  const names = lines.slice(0, mostNamed).map(nameIt).join(', ');
  const count = lines.length - mostNamed;
  return count > 0 ? say.andMore({ names, count: number(count) }) : names;
}
