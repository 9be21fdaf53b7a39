import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import { known } from '../live/tanks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { type Load, useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { dateTime } from '../words/format.ts';
import { DeviceChoice } from './device-choice.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { type Fix, type Place, placesOf } from './place.ts';
import { say } from './words.ts';
import './map.css';

/** Where the devices are, and where the chosen one was. */
export function DevicesMap() {
  const { query, route } = useLocation();
  const selected = query['device'];
  const places = placesOf(known.value?.tanks ?? []);
  const track = useLoad(async (signal) => await loadTrack(selected, signal), [selected]);
  const [areTilesAway, setTilesAway] = useState(false);
  const [together, setTogether] = useState<Place[]>();
  const chosen = places.find(({ deviceId }) => deviceId === selected);
  const select = (deviceId: string) => {
    setTogether(undefined);
    route(`/map?device=${deviceId}`, true);
  };

  return (
    <Page title={say.title()} back={{ href: '/more', label: say.back() }}>
      {known.value && places.length === 0 && <Notice kind="info">{say.none()}</Notice>}
      {places.length > 0 && (
        <p class="row">
          <span class="tag tag-good">{say.good()}</span>
          <span class="tag tag-warning">{say.warning()}</span>
          <span class="tag tag-danger">{say.danger()}</span>
          <span class="faint small">{say.legend()}</span>
        </p>
      )}
      {areTilesAway && <Notice kind="info">{say.noTiles()}</Notice>}
      <MapCanvas
        places={places}
        selected={selected}
        track={track.data ?? []}
        onSelect={select}
        onTogether={setTogether}
        onTilesAway={() => setTilesAway(true)}
      />
      {together && (
        <Dialog
          title={say.together({ count: together.length })}
          onClose={() => setTogether(undefined)}
        >
          <DeviceChoice devices={together} onChoose={select} />
        </Dialog>
      )}
      {chosen && <Chosen place={chosen} track={track} />}
      {places.length > 0 && (
        <section class="stack">
          <h2>{say.devices()}</h2>
          <DeviceChoice devices={places} pressed={selected ?? ''} onChoose={select} />
        </section>
      )}
    </Page>
  );
}

function Chosen({ place, track }: { place: Place; track: Load<Fix[]> }) {
  return (
    <section class="card stack">
      <h2>{say.fixes({ name: place.name })}</h2>
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
        <a class="button" href={`/tanks/${place.deviceId}`}>
          {say.open()}
        </a>
      </p>
    </section>
  );
}

async function loadTrack(deviceId: string | undefined, signal: AbortSignal): Promise<Fix[]> {
  if (deviceId === undefined) return [];
  const { history } = await call('GET /api/devices.php?action=location', {
    query: { id: deviceId },
    signal,
  });
  return history;
}
