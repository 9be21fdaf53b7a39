import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Tank } from '../live/tank.ts';
import { known } from '../live/tanks.ts';
import { type LevelState, levelState } from '../tank-view/level-state.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { dateTime } from '../words/format.ts';
import type { DeviceMap, Fix, Place, Tiles } from './device-map.ts';
import { say } from './words.ts';
import './map.css';

/** Where the devices are, and where the chosen one was. */
export function DevicesMap() {
  const { query, route } = useLocation();
  const selected = query['device'];
  const places = placesOf(known.value?.tanks ?? []);
  const select = (deviceId: string) => route(`/map?device=${deviceId}`, true);
  const track = useLoad(async (signal) => await loadTrack(selected, signal), [selected]);
  const [areTilesAway, setTilesAway] = useState(false);
  const chosen = places.find(({ deviceId }) => deviceId === selected);

  return (
    <Page title={say.title()} back={{ href: '/more', label: say.back() }}>
      {known.value && places.length === 0 && <Notice kind="info">{say.none()}</Notice>}
      {places.length > 0 && (
        <p class="row">
          <span class="tag tag-good">{say.good()}</span>
          <span class="tag tag-warning">{say.warning()}</span>
          <span class="tag tag-danger">{say.danger()}</span>
        </p>
      )}
      {areTilesAway && <Notice kind="info">{say.noTiles()}</Notice>}
      <Canvas
        places={places}
        selected={selected}
        track={track.data ?? []}
        onSelect={select}
        onTilesAway={() => setTilesAway(true)}
      />
      {places.length > 0 && (
        <section class="stack">
          <h2>{say.devices()}</h2>
          <ul class="row">
            {places.map(({ deviceId, name }) => (
              <li key={deviceId}>
                <button
                  type="button"
                  class="button"
                  aria-pressed={deviceId === selected}
                  onClick={() => select(deviceId)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chosen && (
        <section class="card stack">
          <h2>{say.fixes({ name: chosen.name })}</h2>
          <Loaded of={track}>
            {(fixes) => (
              <ol class="stack">
                {fixes.map((fix) => (
                  <li key={fix.recorded_at}>
                    {say.seen({ when: dateTime(fix.recorded_at) })}{' '}
                    <span class="faint">
                      {fix.latitude.toFixed(5)}, {fix.longitude.toFixed(5)}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </Loaded>
          <p>
            <a class="button" href={`/tanks/${chosen.deviceId}`}>
              {say.open()}
            </a>
          </p>
        </section>
      )}
    </Page>
  );
}

type CanvasProps = {
  places: Place[];
  selected: string | undefined;
  track: Fix[];
  onSelect: (deviceId: string) => void;
  onTilesAway: () => void;
};

function Canvas({ places, selected, track, onSelect, onTilesAway }: CanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DeviceMap>();
  useEffect(() => {
    let drawn: DeviceMap | undefined;
    let isGone = false;
    // The library is as large as the home screen: it comes with the first map.
    const draw = async () => {
      const [{ drawDeviceMap }, tiles] = await Promise.all([
        import('./device-map.ts'),
        loadTiles(),
      ]);
      if (isGone || !element.current) return;
      drawn = drawDeviceMap(element.current, { tiles, onSelect, onTilesAway });
      setMap(drawn);
    };
    void draw();
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  const shown = JSON.stringify(places);
  useEffect(() => map?.showPlaces(places, selected), [map, shown, selected]);
  useEffect(() => map?.showTrack(track), [map, track]);
  return <section ref={element} class="map" aria-label={say.label()} />;
}

function placesOf(tanks: NonNullable<typeof known.value>['tanks']): Place[] {
  return tanks.flatMap((tank) =>
    tank.location
      ? [
          {
            deviceId: tank.device_id,
            name: nameOf(tank),
            online: tank.online,
            look: worstLook(tank),
            fix: tank.location,
          },
        ]
      : [],
  );
}

/** Of a device with several tanks the one that is worst. */
function worstLook(tank: Tank): LevelState['look'] {
  const looks = tank.sensors.map((sensor) => levelState(sensor).look);
  return (['danger', 'warning', 'good'] as const).find((look) => looks.includes(look)) ?? 'none';
}

async function loadTrack(deviceId: string | undefined, signal: AbortSignal): Promise<Fix[]> {
  if (deviceId === undefined) return [];
  const { history } = await call('GET /api/devices.php?action=location', {
    query: { id: deviceId },
    signal,
  });
  return history;
}

/** An operator's tiles; without an answer the outline alone serves. */
async function loadTiles(): Promise<Tiles | null> {
  try {
    const response = await fetch('/dashboard.json', { signal: AbortSignal.timeout(5_000) });
    return ((await response.json()) as { tiles: Tiles | null }).tiles;
  } catch {
    return null;
  }
}
