import { useEffect, useRef, useState } from 'preact/hooks';
import { abortAfter } from '../kit/abort-after.ts';
import { nearestTown } from '../kit/towns/towns.ts';
import { type DeviceMap, drawDeviceMap, type Tiles } from './device-map.ts';
import type { Fix, Place, Point } from './place.ts';
import { townText } from './town-text.ts';
import { say } from './words.ts';

type Props = {
  places: Place[];
  selected: string | undefined;
  track: Fix[];
  /** Place of the selected device as set by a person. */
  placed: Point | undefined;
  placing: { pin: Point | undefined } | undefined;
  /** Receives a function that returns the middle of the map. */
  middle: { current: (() => Point) | undefined };
  onPoint: (point: Point) => void;
  onSelect: (deviceId: string) => void;
  onTogether: (places: Place[]) => void;
  /** Called once it is known whether the operator has set tiles, and again if they do not load. */
  onTiles: (tiles: TilesState) => void;
};

/** Map pictures: set and there, not set by the operator, or set and not to be had. */
export type TilesState = 'there' | 'unset' | 'away';

/** The Leaflet map, kept in step with the screen's state. */
export function MapCanvas(props: Props) {
  const { places, selected, track, placed, placing, middle } = props;
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DeviceMap>();
  const [center, setCenter] = useState<Point>();
  useEffect(() => {
    let drawn: DeviceMap | undefined;
    let isGone = false;
    void loadTiles().then((tiles) => {
      if (isGone || !element.current) return;
      const { onSelect, onTogether, onPoint, onTiles } = props;
      onTiles(tiles ? 'there' : 'unset');
      const onTilesAway = () => onTiles('away');
      const callbacks = { onSelect, onTogether, onPoint, onTilesAway, onMoved: setCenter };
      drawn = drawDeviceMap(element.current, { tiles, ...callbacks });
      middle.current = drawn.middle;
      setMap(drawn);
    });
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  const shown = JSON.stringify(places);
  useEffect(() => map?.showPlaces(places, selected), [map, shown, selected]);
  useEffect(() => map?.showTrack(track, placed), [map, track, placed?.latitude, placed?.longitude]);
  const pin = placing?.pin;
  useEffect(
    () => map?.showPlacing(placing !== undefined, pin),
    [map, placing !== undefined, pin?.latitude, pin?.longitude],
  );
  return (
    <div>
      <section ref={element} class="map" aria-label={say.label()} />
      {center && (
        <p class="faint small map-nearest">
          {say.middleAt({ where: townText(nearestTown(center)) })}
        </p>
      )}
    </div>
  );
}

/** Loads the operator's tile settings; without an answer the outline alone serves. */
async function loadTiles(): Promise<Tiles | null> {
  const { signal, settle } = abortAfter(5_000);
  try {
    const response = await fetch('/dashboard.json', { signal });
    return ((await response.json()) as { tiles: Tiles | null }).tiles;
  } catch {
    return null;
  } finally {
    settle();
  }
}
