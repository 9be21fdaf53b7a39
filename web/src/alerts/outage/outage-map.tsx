import { useMemo, useRef, useState } from 'preact/hooks';
import type { AlertDevice } from '../../api/operations.ts';
import { MapCanvas, type TilesState } from '../../map/map-canvas.tsx';
import { type Point, placesOf } from '../../map/place.ts';
import { TilesNotice } from '../../map/tiles-notice.tsx';
import { DeviceLines } from './device-lines.tsx';
import { say } from './words.ts';
import '../../map/map.css';

type Props = { devices: AlertDevice[]; since: string };

/** The devices on the map, joined where they lie on each other: a dashed ring is a silent one. */
export function OutageMap({ devices, since }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [tiles, setTiles] = useState<TilesState>();
  const middle = useRef<() => Point>(undefined);
  const places = useMemo(
    () => placesOf(devices.map((each) => ({ ...each, online: each.back_at !== null }))),
    [devices],
  );
  const wanted = new Set(chosen);
  return (
    <div class="stack">
      <h3>{say.map()}</h3>
      <TilesNotice tiles={tiles} />
      <MapCanvas
        places={places}
        selected={chosen[0]}
        track={noTrack}
        placed={undefined}
        placing={undefined}
        middle={middle}
        onPoint={() => undefined}
        onSelect={(deviceId) => setChosen([deviceId])}
        onTogether={(together) => setChosen(together.map(({ deviceId }) => deviceId))}
        onTiles={setTiles}
      />
      {chosen.length > 0 && (
        <div role="status">
          <h3>{say.chosen()}</h3>
          <DeviceLines
            devices={devices.filter(({ device_id }) => wanted.has(device_id))}
            since={since}
          />
        </div>
      )}
    </div>
  );
}

const noTrack: [] = [];
