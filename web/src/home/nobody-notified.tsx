import { call } from '../api/call.ts';
import { useLoad } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** Says that no channel reaches the person yet, with the way there; nothing where one does. */
export function NobodyNotified() {
  const { data } = useLoad(
    (signal) => call('GET /api/notifications.php?action=settings', { signal }),
    [],
  );
  if (!data || data.reached_by.length > 0) return null;
  return (
    <Notice kind="warning">
      <p>{say.nobody()}</p>
      <p>
        <a class="button" href="/account/notifications">
          {say.turnOn()}
        </a>
      </p>
    </Notice>
  );
}
