import { call } from '../api/call.ts';
import { useLoad } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ago } from '../words/format.ts';
import { sayKnock as say } from './knock-words.ts';

/** Whether the board that is to be registered already sends, as far as the server knows; nothing without one. */
export function KnockNotice({ mac }: { mac: string | undefined }) {
  const now = useNow();
  // That the server says nothing of it keeps nobody from registering: a failure is not shown.
  const { data } = useLoad(
    async (signal) =>
      mac === undefined
        ? undefined
        : await call('GET /api/devices.php?action=knock', { query: { mac }, signal }),
    [mac],
  );
  if (mac === undefined || !data) return null;
  const { knock } = data;
  if (!knock) return <p class="faint">{say.none()}</p>;
  const { sends, count, last_at } = knock;
  return (
    <Notice kind="success">
      <div>
        <p>
          <strong>{say[sends]({ count, ago: ago(last_at, now) })}</strong>
        </p>
        <p>{say.notStored()}</p>
        {sends !== 'nothing' && <p>{say.itsKey()}</p>}
      </div>
    </Notice>
  );
}
