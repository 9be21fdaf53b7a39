import { callPage } from '../api/call.ts';
import type { Notification } from '../api/operations.ts';
import { Paged } from '../ui/load/paged.tsx';
import { usePages } from '../ui/load/use-pages.ts';
import { NotificationLine } from './notification-line.tsx';
import { say } from './words.ts';

/** A look back costs as little data as it can. */
const usualPage = 10;

/** What one was told, newest first, and whether it arrived. */
export function History() {
  const pages = usePages<Notification>(
    async (signal) =>
      await callPage('GET /api/notifications.php?action=history', {
        query: { limit: usualPage },
        signal,
      }),
    [],
  );
  return (
    <section class="card stack" aria-labelledby="history-title">
      <h2 id="history-title">{say.history()}</h2>
      <Paged of={pages}>
        {(items) =>
          items.length === 0 ? (
            <p class="faint">{say.noHistory()}</p>
          ) : (
            <ol class="lines">
              {items.map((each) => (
                <NotificationLine key={each.id} notification={each} />
              ))}
            </ol>
          )
        }
      </Paged>
    </section>
  );
}
