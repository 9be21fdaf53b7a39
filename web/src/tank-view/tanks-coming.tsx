import { useRoute } from 'preact-iso';
import { connection } from '../live/stream.ts';
import { partOf } from '../tanks/kept-tanks.ts';
import { known, loadTanks, tanksFailure } from '../tanks/tanks.ts';
import { FailureNotice, NotKept } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { say, say as sayUi } from '../ui/words.ts';
import { number } from '../words/format.ts';
import { TankCard } from './tank-card.tsx';
import { nameOf } from './tank-name.ts';
import { say as sayTankView } from './words.ts';

/** Placeholder of the tanks while they load, or the failure. */
export function TanksComing() {
  if (connection.value === 'offline') return <NotKept />;
  const failure = tanksFailure.value;
  if (failure) return <FailureNotice failure={failure} retry={loadTanks} />;
  return <p role="status">{say.loading()}</p>;
}

/** Beside known tanks: why newer ones are not there, and of how many only a part is. */
export function TanksStanding() {
  const part = partOf(known.value);
  // Without a network the banner says so.
  const failure = connection.value === 'offline' ? undefined : tanksFailure.value;
  return (
    <>
      <FailureNotice failure={failure} retry={loadTanks} />
      {part && (
        <p class="faint" role="status">
          {partSentence(part)}
        </p>
      )}
    </>
  );
}

function partSentence({ shown, all }: { shown: number; all: number | null }): string {
  if (all === null) return sayTankView.partOfMore({ shown: number(shown) });
  return sayTankView.part({ shown: number(shown), all: number(all) });
}

/** The tank as its card knew it, shown on a slow line until the code of its screen has loaded. */
export function TankAtOnce() {
  const now = useNow();
  const { params, query } = useRoute();
  const tank = known.value?.tanks.find(({ device_id }) => device_id === params['id']);
  const isAway = connection.value === 'offline';
  if (!tank) return isAway ? <NotKept /> : <p role="status">{sayUi.loading()}</p>;
  const { sensors } = tank;
  const sensor = sensors.find(({ sensor_name }) => sensor_name === query['sensor']) ?? sensors[0];
  return (
    <Page title={nameOf(tank)} back={{ href: '/', label: sayTankView.tanks() }}>
      <TankCard tank={tank} sensor={sensor} now={now} />
      {isAway ? <NotKept /> : <p role="status">{sayUi.loading()}</p>}
    </Page>
  );
}
