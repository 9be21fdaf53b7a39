import { useRoute } from 'preact-iso';
import { callPage } from '../../api/call.ts';
import type { DeviceLogEntry } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { known } from '../../tanks/tanks.ts';
import { Paged } from '../../ui/load/paged.tsx';
import { usePages } from '../../ui/load/use-pages.ts';
import { Page } from '../../ui/page.tsx';
import { dateTime } from '../../words/format.ts';
import { sayDeed } from './say-deed.ts';
import { say } from './words.ts';
import '../people.css';

/** Who did what to a tank, newest first. */
export function DeviceLog() {
  const device_id = useRoute().params['id'] ?? '';
  const tank = known.value?.tanks.find((each) => each.device_id === device_id);
  const pages = usePages<DeviceLogEntry>(
    async (signal) =>
      await callPage('GET /api/devices.php?action=log', { query: { device_id }, signal }),
    [device_id],
  );
  return (
    <Page
      title={say.title()}
      back={{ href: `/devices/${device_id}/people`, label: tank ? nameOf(tank) : say.people() }}
    >
      <Paged of={pages}>
        {(entries) =>
          entries.length === 0 ? (
            <p class="card">{say.none()}</p>
          ) : (
            <ol class="card lines">
              {entries.map((entry) => (
                <li key={entry.id} class="people-name">
                  <p>{sayDeed(entry)}</p>
                  <p class="faint small">
                    {entry.by ?? say.theServer()} ·{' '}
                    <time dateTime={entry.created_at}>{dateTime(entry.created_at)}</time>
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </Paged>
    </Page>
  );
}
