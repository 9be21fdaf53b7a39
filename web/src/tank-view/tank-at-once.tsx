import { useRoute } from 'preact-iso';
import { known } from '../tanks/tanks.ts';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { say as sayUi } from '../ui/words.ts';
import { nameOf } from './name-of.ts';
import { TankCard } from './tank-card.tsx';
import { say } from './words.ts';

/** A tank as its card knew it: what a tap shows on a slow line, until the code of its screen is here. */
export function TankAtOnce() {
  const now = useNow();
  const { params, query } = useRoute();
  const tank = known.value?.tanks.find(({ device_id }) => device_id === params['id']);
  if (!tank) return <p role="status">{sayUi.loading()}</p>;
  const { sensors } = tank;
  const sensor = sensors.find(({ sensor_name }) => sensor_name === query['sensor']) ?? sensors[0];
  return (
    <Page title={nameOf(tank)} back={{ href: '/', label: say.tanks() }}>
      <TankCard tank={tank} sensor={sensor} now={now} />
      <p role="status">{sayUi.loading()}</p>
    </Page>
  );
}
