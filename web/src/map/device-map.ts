import {
  circleMarker,
  map as createMap,
  geoJSON,
  type LatLngExpression,
  layerGroup,
  polyline,
  tileLayer,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { LevelState } from '../tank-view/level-state.ts';
import kenya from './kenya.json';

export type Fix = { latitude: number; longitude: number; recorded_at: string };
export type Place = {
  deviceId: string;
  name: string;
  online: boolean;
  look: LevelState['look'];
  fix: Fix;
};
export type Tiles = { url: string; attribution: string };

type Options = {
  tiles: Tiles | null;
  onSelect: (deviceId: string) => void;
  /** Called once when tiles were named and do not come. */
  onTilesAway: () => void;
};

export type DeviceMap = ReturnType<typeof drawDeviceMap>;

/** Closer than this a single device would fill the screen with its street. */
const closest = 14;

/**
 * A map that can be panned and zoomed by touch, mouse and keys, on the bundled outline of Kenya, which
 * stays visible wherever tiles do not come.
 */
export function drawDeviceMap(element: HTMLElement, { tiles, onSelect, onTilesAway }: Options) {
  const map = createMap(element, { attributionControl: tiles !== null, zoomControl: true });
  const outline = geoJSON(kenya as GeoJSON.GeometryObject, {
    interactive: false,
    style: { className: 'map-country', weight: 1.5 },
  }).addTo(map);
  map.fitBounds(outline.getBounds());
  if (tiles) {
    const layer = tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 });
    layer.once('tileerror', onTilesAway);
    layer.addTo(map);
  }
  const places = layerGroup().addTo(map);
  const track = layerGroup().addTo(map);
  let isFitted = false;
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);

  return {
    showPlaces(shown: Place[], selected: string | undefined): void {
      places.clearLayers();
      for (const { deviceId, name, online, look, fix } of shown) {
        const looks = `map-${look} ${online ? 'map-online' : 'map-offline'} ${deviceId === selected ? 'map-selected' : ''}`;
        circleMarker(at(fix), { radius: 11, weight: 3, className: `map-device ${looks}` })
          .bindTooltip(textNode(name))
          .on('click', () => onSelect(deviceId))
          .addTo(places);
      }
      // Without tiles the shape of the country is what tells where a point is.
      if (isFitted || shown.length === 0 || !tiles) return;
      isFitted = true;
      map.fitBounds(
        shown.map(({ fix }) => at(fix) as [number, number]),
        { padding: [40, 40], maxZoom: closest },
      );
    },
    /** Draws where a device was, and moves there. */
    showTrack(fixes: Fix[]): void {
      track.clearLayers();
      if (fixes.length === 0) return;
      polyline(fixes.map(at), { className: 'map-track', weight: 3 }).addTo(track);
      for (const fix of fixes.slice(1)) {
        circleMarker(at(fix), { radius: 4, className: 'map-fix' }).addTo(track);
      }
      map.fitBounds(
        fixes.map((fix) => at(fix) as [number, number]),
        { padding: [60, 60], maxZoom: closest },
      );
    },
    remove(): void {
      resized.disconnect();
      map.remove();
    },
  };
}

function at({ latitude, longitude }: Fix): LatLngExpression {
  return [latitude, longitude];
}

/** A name is text, whatever is in it: Leaflet would read a string as HTML. */
function textNode(text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}
