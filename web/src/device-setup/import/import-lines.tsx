import { useState } from 'preact/hooks';
import type { Cells, Column } from '../../../../src/water/imports/columns.ts';
import { Button } from '../../ui/button.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { say as sayUi } from '../../ui/words.ts';
import { columnName } from './column-names.ts';
import { say } from './words.ts';

export type ShownLine = {
  at: number;
  cells: Cells;
  errors: readonly { field: string; message: string }[];
  status: 'ready' | 'open' | 'registered' | 'known' | 'refused';
  deviceId?: string | null;
};

const atOnce = 100;

const looks = {
  ready: 'none',
  open: 'none',
  registered: 'good',
  known: 'good',
  refused: 'danger',
} as const;

const statuses = {
  ready: say.ready,
  open: say.open,
  registered: say.registered,
  known: say.known,
  refused: say.refused,
};

type Props = { lines: readonly ShownLine[]; columns: readonly Column[] };

/** Lines of a file, each with what becomes of it. */
export function ImportLines({ lines, columns }: Props) {
  const [shown, setShown] = useState(atOnce);
  const others = columns.filter((column) => column !== 'mac_or_serial');
  return (
    <>
      <section class="scroll-x" tabIndex={0} aria-label={say.table()}>
        <table class="import-lines">
          <thead>
            <tr>
              <th scope="col" class="number">
                {say.line()}
              </th>
              <th scope="col">{columnName('mac_or_serial')}</th>
              {others.map((column) => (
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
              <th scope="col">{say.result()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map(({ at, cells, errors, status, deviceId }) => (
              <tr key={at}>
                <td class="number" data-label={say.line()}>
                  {at}
                </td>
                <td class="import-identity">
                  {deviceId ? (
                    <a href={`/devices/${deviceId}`}>{cells.mac_or_serial}</a>
                  ) : (
                    cells.mac_or_serial
                  )}
                </td>
                {others.map((column) => (
                  <td key={column} data-label={columnName(column)}>
                    {cells[column]}
                  </td>
                ))}
                <td>
                  <span class={`tag tag-${looks[status]}`}>{statuses[status]()}</span>
                  {errors.length > 0 && <p class="small">{problemOf(errors)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown < lines.length && (
        <div>
          <Button onClick={() => setShown(shown + atOnce)}>{sayUi.more()}</Button>
        </div>
      )}
    </>
  );
}

/** What is wrong with a line, column by column, in the reader's language. */
export function problemOf(errors: ShownLine['errors']): string {
  return errors
    .map(({ field, message }) => `${columnName(field as Column)}: ${faultSentence(message)}.`)
    .join(' ');
}
