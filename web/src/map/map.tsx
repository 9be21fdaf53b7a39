import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { known } from '../tanks/tanks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { canPlace } from './can-place.ts';
import { ChosenPlace } from './chosen-place.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { type Fix, type Place, type Point, placesOf } from './place.ts';
import { Placing, PlacingHint } from './placing.tsx';
import { Unplaced } from './unplaced.tsx';
import { say } from './words.ts';
import './map.css';

/** Where the devices are, and where the chosen one was. */
export function DevicesMap() {
  const { query, route } = useLocation();
  const selected = query['device'];
  const tanks = known.value?.tanks ?? [];
  const places = placesOf(tanks);
  const track = useLoad(async (signal) => await loadTrack(selected, signal), [selected]);
  const [areTilesAway, setTilesAway] = useState(false);
  const [together, setTogether] = useState<Place[]>();
  const [pin, setPin] = useState<Point>();
  const middle = useRef<() => Point>(undefined);
  const placeable = tanks.filter(canPlace);
  const toBePlaced = placeable.find(({ device_id }) => device_id === query['place']);
  const chosen = places.find(({ deviceId }) => deviceId === selected);
  const select = (deviceId: string) => {
    setTogether(undefined);
    route(`/map?device=${deviceId}`, true);
  };

  const place = (deviceId: string) => {
    setPin(undefined);
    route(`/map?place=${deviceId}`);
    scrollTo(0, 0);
  };

  return (
    <Page
      title={toBePlaced ? say.placing({ name: nameOf(toBePlaced) }) : say.title()}
      back={
        toBePlaced ? { href: '/map', label: say.title() } : { href: '/more', label: say.back() }
      }
    >
      {known.value && places.length === 0 && !toBePlaced && (
        <Notice kind="info">{say.none()}</Notice>
      )}
      {places.length > 0 && !toBePlaced && (
        <p class="row">
          <span class="tag tag-good">{say.good()}</span>
          <span class="tag tag-warning">{say.warning()}</span>
          <span class="tag tag-danger">{say.danger()}</span>
          <span class="faint small">{say.legend()}</span>
        </p>
      )}
      {toBePlaced && <PlacingHint pin={pin} />}
      {areTilesAway && <Notice kind="info">{say.noTiles()}</Notice>}
      <MapCanvas
        places={places}
        selected={selected}
        track={track.data ?? []}
        placed={chosen?.isPlaced ? chosen.at : undefined}
        placing={toBePlaced && { pin }}
        middle={middle}
        onPoint={setPin}
        onSelect={select}
        onTogether={setTogether}
        onTilesAway={() => setTilesAway(true)}
      />
      {toBePlaced && (
        <Placing
          tank={toBePlaced}
          pin={pin}
          onMiddle={() => setPin(middle.current?.())}
          onDone={() => select(toBePlaced.device_id)}
        />
      )}
      {together && (
        <Dialog
          title={say.together({ count: together.length })}
          onClose={() => setTogether(undefined)}
        >
          <DeviceChoice devices={together} onChoose={select} />
        </Dialog>
      )}
      {chosen && (
        <ChosenPlace
          place={chosen}
          track={track}
          onPlace={
            placeable.some(({ device_id }) => device_id === selected)
              ? () => place(chosen.deviceId)
              : undefined
          }
        />
      )}
      {!toBePlaced && <Unplaced tanks={tanks} onChoose={place} />}
      {!toBePlaced && places.length > 0 && (
        <section class="stack">
          <h2>{say.devices()}</h2>
          <DeviceChoice devices={places} pressed={selected ?? ''} onChoose={select} />
        </section>
      )}
    </Page>
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
