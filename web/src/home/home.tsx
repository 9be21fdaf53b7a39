import { minuteMs } from '../../../src/kit/time/units.ts';
import { connection } from '../live/stream.ts';
import { Invitations } from '../people/invitations/invitations.tsx';
import { type KnownTanks, known, loadTanks, tanksFailure } from '../tanks/tanks.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { say as sayUi } from '../ui/words.ts';
import { ago } from '../words/format.ts';
import { Cards } from './cards.tsx';
import { say } from './words.ts';

/** Every tank of who is signed in, as it is now, or as it was last known to be. */
export function Home() {
  const now = useNow();
  const tanks = known.value;
  return (
    <Page
      title={say.title()}
      actions={
        <a class="button" href="/devices/new">
          <Icon name="plus" />
          {say.addDevice()}
        </a>
      }
    >
      {connection.value !== 'offline' && (
        <FailureNotice failure={tanksFailure.value} retry={loadTanks} />
      )}
      <Invitations />
      {tanks && isOld(tanks, now) && (
        <p class="faint">{say.asOf({ when: ago(tanks.asOf, now) })}</p>
      )}
      {!tanks && !tanksFailure.value && <p role="status">{sayUi.loading()}</p>}
      {tanks && (tanks.tanks.length === 0 ? <NoDevice /> : <Cards tanks={tanks} now={now} />)}
    </Page>
  );
}

/** Whether what is shown may not be so any more. */
function isOld({ asOf }: KnownTanks, now: number): boolean {
  if (connection.value === 'live') return false;
  return connection.value === 'offline' || now - asOf > minuteMs;
}

function NoDevice() {
  return (
    <div class="card stack">
      <h2>{say.none()}</h2>
      <p>{say.noneHint()}</p>
      <p>
        <a class="button button-main" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </div>
  );
}
