import type { SmsDryRun } from '../../../api/operations.ts';
import { faultSentence } from '../../../ui/failures/fault-sentence.ts';
import { number } from '../../../words/format.ts';
import type { Draft } from '../draft.ts';
import type { Recipient } from '../recipients/recipients.ts';
import { say } from '../words.ts';

type Props = { check: SmsDryRun; draft: Draft; recipients: Recipient[] };

/** What was left out and why, by the line on which it stands in the form, or its place in the group. */
export function RejectedLines({ check: { rejected, rejected_count }, draft, recipients }: Props) {
  if (rejected_count === 0) return null;
  const lineOf = (index: number) =>
    (draft.mode === 'numbers' ? recipients[index]?.line : undefined) ?? index + 1;
  return (
    <div class="stack">
      <h3 id="sms-send-rejected">{say.wrongLines()}</h3>
      {rejected.length < rejected_count && (
        <p class="small">{say.listed({ shown: number(rejected.length) })}</p>
      )}
      <table class="sms-send-lines" aria-labelledby="sms-send-rejected">
        <thead>
          <tr>
            <th scope="col" class="number">
              {say.line()}
            </th>
            <th scope="col">{say.written()}</th>
            <th scope="col">{say.why()}</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ index, to, error }) => (
            <tr key={index}>
              <td class="number">{lineOf(index)}</td>
              <td class="sms-what">{to}</td>
              <td>{faultSentence(error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
