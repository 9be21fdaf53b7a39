import type { SavedContacts } from '../../api/operations.ts';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { Notice } from '../../ui/notice.tsx';
import { say } from './words.ts';

/** What became of a list: how many of its lines are contacts now, and what is wrong with the others. */
export function ImportOutcome({ imported }: { imported: SavedContacts }) {
  const { added, updated, rejected_count } = imported;
  return (
    <div class="stack">
      <Notice kind={added + updated > 0 ? 'success' : 'info'}>
        <p>
          {say.added({ count: added })} {updated > 0 && say.updated({ count: updated })}
        </p>
      </Notice>
      {rejected_count > 0 && <LinesLeftOut imported={imported} />}
    </div>
  );
}

function LinesLeftOut({ imported: { rejected, rejected_count } }: { imported: SavedContacts }) {
  return (
    <section class="stack" aria-labelledby="sms-left-out">
      <Notice kind="warning">
        <div>
          <h3 id="sms-left-out">{say.rejected({ count: rejected_count })}</h3>
          <p>{say.rejectedHint()}</p>
        </div>
      </Notice>
      {rejected.length < rejected_count && <p>{say.listed({ shown: rejected.length })}</p>}
      <table class="sms-groups-lines">
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
          {rejected.map(({ line, to, error }) => (
            <tr key={line}>
              <td class="number">{line}</td>
              <td class="sms-what">{to}</td>
              <td>{faultSentence(error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
