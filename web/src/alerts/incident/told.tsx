import { call } from '../../api/call.ts';
import type { Alert, Notification } from '../../api/operations.ts';
import { NotificationLine } from '../../notifications/notification-line.tsx';
import { phaseText } from '../../notifications/notification-words.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { say } from './words.ts';

/** As far back as one looks: an alert that is older was told longer ago than anybody asks. */
const looked = 200;

/** By which channels and when one was told of an alert, and whether it arrived. */
export function Told({ alert: { id, raised_at, resolved_at } }: { alert: Alert }) {
  const load = useLoad(
    async (signal) => {
      const query = { limit: looked };
      const all = await call('GET /api/notifications.php?action=history', { query, signal });
      return all.filter(({ incidents }) => incidents.some((each) => each.id === id));
    },
    [id, raised_at, resolved_at],
  );
  return (
    <section class="card stack" aria-labelledby="told-title">
      <h2 id="told-title">{say.told()}</h2>
      <Loaded of={load}>
        {(told) =>
          told.length === 0 ? (
            <p>{say.toldNobody()}</p>
          ) : (
            <ol class="lines">
              {told.map((each) => (
                <NotificationLine
                  key={each.id}
                  notification={each}
                  text={phaseText(phaseOf(each, id))}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      <p>
        <a href="/account/notifications">{say.toldSettings()}</a>
      </p>
    </section>
  );
}

function phaseOf({ incidents }: Notification, alertId: number) {
  return incidents.find(({ id }) => id === alertId)?.phase ?? 'raised';
}
