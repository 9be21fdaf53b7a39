import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { failureSentence } from '../../ui/failures/failure-sentence.ts';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { say as sayUi } from '../../ui/words.ts';
import { number } from '../../words/format.ts';
import type { DeviceRow, RowProblem } from './device-file.ts';
import type { Outcome } from './run-import.ts';
import { say } from './words.ts';

type Props = { rows: readonly DeviceRow[]; outcomes: ReadonlyMap<DeviceRow, Outcome> };

const atOnce = 100;

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

type RowResult = {
  look: 'none' | 'good' | 'warning' | 'danger';
  text: string;
  sentence: string | undefined;
};

const looks = {
  registered: 'good',
  yours: 'good',
  partly: 'warning',
  taken: 'danger',
  failed: 'danger',
} as const;

/** Outcomes of a registration, from the best to the worst. */
export const endingKinds = ['registered', 'yours', 'partly', 'taken', 'failed'] as const;

export const endings = {
  registered: say.registered,
  yours: say.yours,
  partly: say.partly,
  taken: say.taken,
  failed: say.failed,
};

const columns = {
  mac_or_serial: say.macOrSerial,
  name: say.name,
  capacity: say.capacity,
  high: say.high,
  low: say.low,
};

const problems = {
  quotes: say.quotes,
  noIdentity: say.noIdentity,
  noNumber: say.noNumber,
  repeated: say.repeated,
};

function problemSentence(problem: RowProblem): string {
  if (problem.kind !== 'wrong') return problems[problem.kind](problem);
  const faults = problem.faults.map(
    ({ column, message }) => `${columns[column]()}: ${faultSentence(message)}.`,
  );
  return faults.join(' ');
}

export function rowResult({ problem }: DeviceRow, outcome: Outcome | undefined): RowResult {
  if (problem) {
    const look = problem.kind === 'repeated' ? 'warning' : 'danger';
    return { look, text: say.leftOut(), sentence: problemSentence(problem) };
  }
  if (!outcome) return { look: 'none', text: say.ready(), sentence: undefined };
  const sentence = 'failure' in outcome ? failureSentence(outcome.failure) : undefined;
  return { look: looks[outcome.kind], text: endings[outcome.kind](), sentence };
}

/** True if the line needs correction; a repeated line does not. */
export function isFailed({ problem }: DeviceRow, outcome: Outcome | undefined): boolean {
  if (problem) return problem.kind !== 'repeated';
  return outcome !== undefined && 'failure' in outcome;
}
