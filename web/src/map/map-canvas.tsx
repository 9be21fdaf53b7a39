import { useEffect, useRef, useState } from 'preact/hooks';
import { type DeviceMap, drawDeviceMap, type Tiles } from './device-map.ts';
import type { Fix, Place } from './place.ts';
import { say } from './words.ts';

type Props = {
  places: Place[];
  selected: string | undefined;
  track: Fix[];
  onSelect: (deviceId: string) => void;
  onTogether: (places: Place[]) => void;
  onTilesAway: () => void;
};

/** The drawn map, with what the screen knows of the devices. */
export function MapCanvas({ places, selected, track, ...callbacks }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DeviceMap>();
  useEffect(() => {
    let drawn: DeviceMap | undefined;
    let isGone = false;
    void loadTiles().then((tiles) => {
      if (isGone || !element.current) return;
      drawn = drawDeviceMap(element.current, { tiles, ...callbacks });
      setMap(drawn);
    });
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

/** An operator's tiles; without an answer the outline alone serves. */
async function loadTiles(): Promise<Tiles | null> {
  try {
    const response = await fetch('/dashboard.json', { signal: AbortSignal.timeout(5_000) });
    return ((await response.json()) as { tiles: Tiles | null }).tiles;
  } catch {
    return null;
  }
}
