import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { number } from '../../words/format.ts';
import type { DeviceRow } from './device-file.ts';
import { rowResult } from './row-result.ts';
import type { Outcome } from './run-import.ts';
import { say } from './words.ts';

type Props = { rows: readonly DeviceRow[]; outcomes: ReadonlyMap<DeviceRow, Outcome> };

const atOnce = 100;

/** The lines as they were read, each with what became of it; cards on a phone. */
export function ImportLines({ rows, outcomes }: Props) {
  const [shown, setShown] = useState(atOnce);
  return (
    <>
      <table class="import-lines" aria-label={say.table()}>
        <thead>
          <tr>
            <th scope="col" class="number">
              {say.line()}
            </th>
            <th scope="col">{say.macOrSerial()}</th>
            <th scope="col">{say.name()}</th>
            <th scope="col" class="number">
              {say.capacity()}
            </th>
            <th scope="col" class="number">
              {say.thresholds()}
            </th>
            <th scope="col">{say.result()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <Line key={row.at} row={row} outcome={outcomes.get(row)} />
          ))}
        </tbody>
      </table>
      {shown < rows.length && (
        <div>
          <Button onClick={() => setShown(shown + atOnce)}>{sayUi.more()}</Button>
        </div>
      )}
    </>
  );
}

function Line({ row, outcome }: { row: DeviceRow; outcome: Outcome | undefined }) {
  const { at, macOrSerial, name, capacity, high, low } = row;
  const { look, text, sentence } = rowResult(row, outcome);
  const range = [low, high].map((each) => (each === undefined ? '' : number(each))).join(' – ');
  return (
    <tr>
      <td class="number" data-label={say.line()}>
        {at}
      </td>
      <td class="import-identity">
        {outcome && 'deviceId' in outcome ? (
          <a href={`/devices/${outcome.deviceId}`}>{macOrSerial}</a>
        ) : (
          macOrSerial
        )}
      </td>
      <td data-label={say.name()}>{name}</td>
      <td class="number" data-label={say.capacity()}>
        {capacity !== undefined && !Number.isNaN(capacity) && number(capacity, 2)}
      </td>
      <td class="number" data-label={say.thresholds()}>
        {range === ' – ' ? '' : range}
      </td>
      <td>
        <span class={`tag tag-${look}`}>{text}</span>
        {sentence && <p class="small">{sentence}</p>}
      </td>
    </tr>
  );
}
