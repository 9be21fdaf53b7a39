import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { nearestTown } from '../kit/towns/towns.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { TanksComing, TanksStanding } from '../tank-view/tanks-coming.tsx';
import { partOf } from '../tanks/kept-tanks.ts';
import { isAtLeast, known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { type Load, Loaded, useLoad } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { dateTime } from '../words/format.ts';
import { MapCanvas, type TilesState } from './map-canvas.tsx';
import { OpenInMaps } from './open-in-maps.tsx';
import { type Fix, type Place, type Point, placesOf } from './place.ts';
import { coordinates, Placing, PlacingHint } from './placing.tsx';
import { TilesNotice } from './tiles-notice.tsx';
import { townText } from './town-text.ts';
import { say } from './words.ts';
import './map.css';

export function DevicesMap() {
  const { query, route } = useLocation();
  const selected = query['device'];
  const tanks = known.value?.tanks ?? [];
  const places = placesOf(tanks);
  const track = useLoad(async (signal) => await loadTrack(selected, signal), [selected]);
  const [tiles, setTiles] = useState<TilesState>();
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
      {known.value ? <TanksStanding /> : <TanksComing />}
      {known.value && !partOf(known.value) && places.length === 0 && !toBePlaced && (
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
      <TilesNotice tiles={tiles} />
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
        onTiles={setTiles}
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

type Props = {
  place: Place;
  track: Load<Fix[]>;
  /** Undefined if the reader may not place the device. */
  onPlace: (() => void) | undefined;
};

function ChosenPlace({ place, track, onPlace }: Props) {
  return (
    <section class="card stack">
      <h2>{say.fixes({ name: place.name })}</h2>
      <Loaded of={track}>
        {(fixes) =>
          fixes.length === 0 ? <p class="faint">{say.noFixes()}</p> : <Fixes of={fixes} />
        }
      </Loaded>
      <p>{townText(nearestTown(place.at))}</p>
      <p class="row">
        <a class="button" href={`/tanks/${place.deviceId}`}>
          {say.open()}
        </a>
        <OpenInMaps at={place.at} name={place.name} />
        {onPlace && <Button onClick={onPlace}>{say.placeOnMap()}</Button>}
      </p>
    </section>
  );
}

function Fixes({ of: fixes }: { of: Fix[] }) {
  return (
    <ol class="stack">
      {fixes.map((fix) => (
        <li key={fix.recorded_at}>
          {say.seen({ when: dateTime(fix.recorded_at) })}{' '}
          <span class="faint">{coordinates(fix)}</span>
        </li>
      ))}
    </ol>
  );
}

type UnplacedProps = { tanks: Tank[]; onChoose: (deviceId: string) => void };

function Unplaced({ tanks, onChoose }: UnplacedProps) {
  const devices = tanks
    .filter((tank) => !tank.location && canPlace(tank))
    .map((tank) => ({
      deviceId: tank.device_id,
      name: nameOf(tank),
      mac: tank.mac_or_serial,
    }));
  if (devices.length === 0) return null;
  return (
    <section class="stack">
      <h2>{say.unplaced()}</h2>
      <p class="faint">{say.unplacedHint()}</p>
      <DeviceChoice devices={devices} onChoose={onChoose} />
    </section>
  );
}

function canPlace({ role }: Pick<Tank, 'role'>): boolean {
  return isAtLeast(role, 'manager');
}

type Device = { deviceId: string; name: string; mac: string };
type DeviceChoiceProps = {
  devices: Device[];
  pressed?: string | undefined;
  onChoose: (deviceId: string) => void;
};

/** Most devices shown as buttons: a longer list is searched. */
const mostShown = 12;

/** Buttons with the names of devices; of many, those that match a search. */
function DeviceChoice({ devices, pressed, onChoose }: DeviceChoiceProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fitting = devices.filter(({ name, mac }) =>
    `${name} ${mac}`.toLowerCase().includes(wanted),
  );
  const beyond = fitting.length - mostShown;
  return (
    <div class="stack">
      {devices.length > mostShown && (
        <Field
          label={say.search()}
          name="q"
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul class="row">
        {fitting.slice(0, mostShown).map(({ deviceId, name }) => (
          <li key={deviceId}>
            <button
              type="button"
              class="button"
              aria-pressed={pressed === undefined ? undefined : deviceId === pressed}
              onClick={() => onChoose(deviceId)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {beyond > 0 && <p class="faint">{say.more({ count: beyond })}</p>}
      {fitting.length === 0 && <p class="faint">{say.nothingFits()}</p>}
    </div>
  );
}
