import { callRaw } from '../../api/call.ts';
import type { DeviceImport } from '../../api/operations.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { say as sayFleet } from '../words.ts';
import { type ChangeScope, countsOf } from './change-scope.ts';
import { say } from './words.ts';

export type Left = { row: TankLine; problem: string };

type Props = {
  job: DeviceImport;
  scope: ChangeScope;
  left: Left[];
  isUndone: boolean;
  hasKeys: boolean;
  failure: Error | undefined;
  undo: { label: string; run: () => void } | undefined;
  onClose: () => void;
};

/** Failed devices that are named; the others stay chosen all the same. */
const mostNamed = 20;

/** What became of a change: how many were changed, which were not and why, and the way back. */
export function ChangeOutcome(props: Props) {
  const { job, scope, left, isUndone, hasKeys, failure, undo, onClose } = props;
  const words = countsOf[scope];
  const saving = useAction(async () => {
    const query = { rows: 'keys' };
    const parts = { path: { id: job.id }, query };
    const response = await callRaw('GET /api/imports/{id}/file', parts);
    saveFile('kisima-keys.csv', await response.blob());
  });
  const count = job.registered + job.known;
  return (
    <div class="stack">
      {count > 0 && (
        <Notice kind="success">
          <p>{isUndone ? words.undone({ count }) : words.changed({ count })}</p>
        </Notice>
      )}
      {left.length > 0 && (
        <Notice kind="danger">
          <div>
            <p>{words.failed({ count: left.length })}</p>
            <ul>
              {left.slice(0, mostNamed).map(({ row, problem }) => (
                <li key={row.key}>
                  <strong>{row.name}</strong> {problem}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
      <FailureNotice failure={failure ?? saving.failure} />
      <div class="row row-end">
        {hasKeys && count > 0 && (
          <Button look="main" isBusy={saving.isBusy} onClick={() => void saving.run()}>
            {say.saveKeys()}
          </Button>
        )}
        {undo && count > 0 && <Button onClick={undo.run}>{undo.label}</Button>}
        <Button onClick={onClose}>{sayFleet.close()}</Button>
      </div>
    </div>
  );
}
