import { DomUtil, divIcon, type Map as LeafletMap, layerGroup, type Marker, marker } from 'leaflet';
import { number, percent } from '../words/format.ts';
import type { Spot } from './clusters.ts';
import { worstState } from './place.ts';
import { say } from './words.ts';

type Drawn = { marker: Marker; button: HTMLButtonElement; spot: Spot };

/**
 * Draws a button for each spot. Buttons are updated in place: a reading that comes while a finger
 * is on one must not replace it.
 */
export function createSpotMarkers(map: LeafletMap, onTap: (spot: Spot) => void) {
  const layer = layerGroup().addTo(map);
  const drawn = new Map<string, Drawn>();

  const draw = (spot: Spot): Drawn => {
    const button = DomUtil.create('button');
    button.type = 'button';
    const icon = divIcon({ className: 'map-spot', iconSize: [0, 0], html: button });
    const made: Drawn = { marker: marker(at(spot), { icon, keyboard: false }), button, spot };
    made.marker.on('click', () => onTap(made.spot)).addTo(layer);
    return made;
  };

  return {
    show(spots: Spot[], selected: string | undefined): void {
      const focused = [...drawn.values()].find(({ button }) => button === document.activeElement);
      const wanted = new Set(spots.map(({ key }) => key));
      for (const [key, each] of drawn) {
        if (wanted.has(key)) continue;
        layer.removeLayer(each.marker);
        drawn.delete(key);
      }
      for (const spot of spots) {
        const each = drawn.get(spot.key) ?? draw(spot);
        drawn.set(spot.key, each);
        each.spot = spot;
        each.marker.setLatLng(at(spot));
        dress(each.button, spot, selected);
      }
      // Opening a cluster by keyboard moves the focus to the marks that came out of it.
      if (focused && !wanted.has(focused.spot.key)) {
        nearest([...drawn.values()], focused)?.button.focus({ preventScroll: true });
      }
    },
  };
}

function dress(button: HTMLButtonElement, { places }: Spot, selected: string | undefined): void {
  const state = worstState(places);
  const [first] = places;
  const isOne = places.length === 1;
  const isOnline = places.every(({ online }) => online);
  const isSelected = places.some(({ deviceId }) => deviceId === selected);
  const level = first.level === null ? [] : [percent(first.level)];
  const told = [...level, state.text, ...(isOnline ? [] : [say.offline()])];
  const name = isOne
    ? `${first.name}: ${told.join(', ')}`
    : say.clusterName({ count: places.length, state: state.text });
  const classes = [
    isOne ? 'map-device' : 'map-cluster',
    `map-${state.look}`,
    isOnline ? 'map-online' : 'map-offline',
    isSelected ? 'map-selected' : '',
  ];
  button.className = classes.join(' ');
  const inside = isOne ? first.level : places.length;
  button.textContent = inside === null ? '–' : number(inside);
  button.title = name;
  button.setAttribute('aria-label', name);
}

function nearest(all: Drawn[], { marker: to }: Drawn): Drawn | undefined {
  const distance = ({ marker: from }: Drawn) => from.getLatLng().distanceTo(to.getLatLng());
  return all.sort((one, other) => distance(one) - distance(other))[0];
}

function at({ at: { latitude, longitude } }: Spot): [number, number] {
  return [latitude, longitude];
}
