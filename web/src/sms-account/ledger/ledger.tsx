import { callPage } from '../../api/call.ts';
import { Paged } from '../../ui/load/paged.tsx';
import { usePages } from '../../ui/load/use-pages.ts';
import { SmsPage } from '../sms-page.tsx';
import { EntriesTable } from './entries-table.tsx';
import { say } from './words.ts';

/** Every change of the balance, newest first. */
export function Ledger() {
  const entries = usePages((signal) => callPage('GET /v1/account/ledger', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <p class="faint">{say.about()}</p>
      <Paged of={entries}>{(found) => <EntriesTable entries={found} />}</Paged>
    </SmsPage>
  );
}
