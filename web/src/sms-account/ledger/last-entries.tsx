import { call } from '../../api/call.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { EntriesTable } from './entries-table.tsx';
import { say } from './words.ts';

/** The newest few changes of the balance, for the overview. */
export function LastEntries() {
  const entries = useLoad(
    (signal) => call('GET /v1/account/ledger', { query: { limit: 5 }, signal }),
    [],
  );
  return (
    <section class="stack" aria-labelledby="sms-last-entries">
      <header class="page-head">
        <h2 id="sms-last-entries">{say.last()}</h2>
        <a class="button" href="/sms/ledger">
          {say.all()}
        </a>
      </header>
      <Loaded of={entries}>{(found) => <EntriesTable entries={found} />}</Loaded>
    </section>
  );
}
