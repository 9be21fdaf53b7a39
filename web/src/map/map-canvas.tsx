import { useEffect, useRef, useState } from 'preact/hooks';
import { type DeviceMap, drawDeviceMap, type Tiles } from './device-map.ts';
import type { Fix, Place, Point } from './place.ts';
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
  onTilesAway: () => void;
};

/** The Leaflet map, kept in step with the screen's state. */
export function MapCanvas(props: Props) {
  const { places, selected, track, placed, placing, middle } = props;
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DeviceMap>();
  useEffect(() => {
    let drawn: DeviceMap | undefined;
    let isGone = false;
    void loadTiles().then((tiles) => {
      if (isGone || !element.current) return;
      const { onSelect, onTogether, onPoint, onTilesAway } = props;
      const callbacks = { onSelect, onTogether, onPoint, onTilesAway };
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
  return <section ref={element} class="map" aria-label={say.label()} />;
}

/** Loads the operator's tile settings; without an answer the outline alone serves. */
async function loadTiles(): Promise<Tiles | null> {
  try {
    const response = await fetch('/dashboard.json', { signal: AbortSignal.timeout(5_000) });
    return ((await response.json()) as { tiles: Tiles | null }).tiles;
  } catch {
    return null;
  }
}
