import { useMemo, useState } from 'preact/hooks';
import type { Alert, AlertDevice } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { known } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { fold } from '../../ui/form/combobox/find-options.ts';
import { Field, mostWithoutSearch, SelectField } from '../../ui/form/field.tsx';
import { lazyScreen } from '../../ui/lazy-screen.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { number } from '../../words/format.ts';
import { DeviceLines } from './device-lines.tsx';
import { useOutageDevices } from './use-outage-devices.ts';
import { say } from './words.ts';
import './outage.css';

const OutageMap = lazyScreen(() => import('./outage-map.tsx').then((room) => room.OutageMap));

/** Lines that are shown at first, and with each further tap. */
const linesAtOnce = 50;

type Shown = 'all' | 'silent' | 'back';

/** The devices of an outage on a map and as a list: their levels, and which of them are back. */
export function OutageDevices({ alert }: { alert: Alert }) {
  const load = useOutageDevices(alert.id);
  const devices = useNewest(load.sofar);
  const [shown, setShown] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const [lines, setLines] = useState(linesAtOnce);
  const fitting = useMemo(() => findFitting(devices, { shown, search }), [devices, shown, search]);
  const silent = devices.filter(({ back_at }) => back_at === null).length;
  const isWhole = load.data !== undefined;
  return (
    <section class="card stack outage" aria-labelledby="outage-devices">
      <h2 id="outage-devices">{say.devices()}</h2>
      <FailureNotice failure={load.failure} retry={load.reload} />
      <p class="row" role="status">
        {isWhole ? (
          <>
            <span class="tag tag-danger">{say.silentCount({ count: silent })}</span>
            <span class="tag tag-good">{say.backCount({ count: devices.length - silent })}</span>
          </>
        ) : (
          <span class="faint">
            {devices.length > 0 ? say.loadingMore({ count: devices.length }) : sayUi.loading()}
          </span>
        )}
      </p>
      {devices.some(({ location }) => location !== null) && (
        <OutageMap devices={devices} since={sinceOf(alert)} />
      )}
      {devices.length > mostWithoutSearch && (
        <div class="alerts-filters">
          <Field
            label={say.search()}
            name="q"
            type="search"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          <SelectField
            label={say.show()}
            name="shown"
            value={shown}
            options={[
              ['all', say.all()],
              ['silent', say.onlySilent()],
              ['back', say.onlyBack()],
            ]}
            onChange={(event) => setShown(toShown(event.currentTarget.value))}
          />
        </div>
      )}
      <DeviceLines devices={fitting.slice(0, lines)} since={sinceOf(alert)} />
      {isWhole && fitting.length === 0 && <p class="faint">{say.nothingFits()}</p>}
      {fitting.length > lines && (
        <p>
          <Button onClick={() => setLines(lines + linesAtOnce)}>
            {sayUi.more()} ({number(fitting.length - lines)})
          </Button>
        </p>
      )}
    </section>
  );
}

/** Takes levels from the stream where they are newer than the list. */
function useNewest(devices: AlertDevice[]): AlertDevice[] {
  const tanks = known.value?.tanks;
  return useMemo(() => {
    const byId = new Map(tanks?.map((tank) => [tank.device_id, tank]));
    return devices.map((device) => {
      const tank = byId.get(device.device_id);
      return tank ? { ...device, sensors: tank.sensors, location: tank.location } : device;
    });
  }, [devices, tanks]);
}

function findFitting(
  devices: AlertDevice[],
  { shown, search }: { shown: Shown; search: string },
): AlertDevice[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  return devices
    .filter(({ back_at }) => shown === 'all' || (back_at === null) === (shown === 'silent'))
    .filter((device) => {
      if (wanted.length === 0) return true;
      const text = fold(`${nameOf(device)} ${device.mac_or_serial}`);
      return wanted.every((word) => text.includes(word));
    })
    .sort((one, other) => Number(one.back_at !== null) - Number(other.back_at !== null));
}

function toShown(value: string): Shown {
  return value === 'silent' || value === 'back' ? value : 'all';
}

function sinceOf({ facts, created_at }: Alert): string {
  const { since } = facts as { since?: number };
  return since === undefined ? created_at : new Date(since).toISOString();
}
