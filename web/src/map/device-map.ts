import {
  circleMarker,
  control,
  map as createMap,
  divIcon,
  type LatLng,
  type Map as LeafletMap,
  layerGroup,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { closestZoom, createClusters, type Spot } from './clusters.ts';
import { drawLand } from './land/draw-land.ts';
import type { Fix, Place, Point } from './place.ts';
import { createSpotMarkers } from './spot-markers.ts';
import { say } from './words.ts';
import 'leaflet/dist/leaflet.css';

export type Tiles = { url: string; attribution: string };

type Options = {
  tiles: Tiles | null;
  onSelect: (deviceId: string) => void;
  /** Called when several places at one spot were tapped: one of them is to be chosen. */
  onTogether: (places: Place[]) => void;
  /** Called when a point was tapped, or the pin dragged there, while a device is being placed. */
  onPoint: (point: Point) => void;
  /** Called once if configured tiles do not load. */
  onTilesAway: () => void;
  /** Called with the middle of the map, at first and after each move. */
  onMoved: (middle: Point) => void;
};

/** Whom the bundled land is of, as the terms of GeoNames ask for. */
const landSources = '<a href="https://www.geonames.org/">GeoNames</a>, Natural Earth';

export type DeviceMap = ReturnType<typeof drawDeviceMap>;

/** Closest zoom of a fit: beyond it a single device would show its street only. */
const closestFit = 14;
/** Without tiles one device is shown with the next towns about it; several must stay distinguishable. */
const closestBareFit = { one: 10, several: 13 };
/** Distance within which marks are joined; marks are 2.75 rem wide. */
const joinedWithinRem = 3;

/**
 * Draws a map, panned and zoomed by touch, mouse and keys, on the bundled land of Kenya with its
 * towns and a grid, which stays visible where tiles fail.
 */
export function drawDeviceMap(element: HTMLElement, options: Options) {
  const { tiles, onSelect, onTogether } = options;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = createMap(element, {
    zoomControl: false,
    maxZoom: closestZoom,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
  });
  control.zoom({ zoomInTitle: say.zoomIn(), zoomOutTitle: say.zoomOut() }).addTo(map);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  // The scale's width follows a round distance: even the shortest has room for its text.
  control.scale({ imperial: false, maxWidth: 6.5 * rem }).addTo(map);
  map.attributionControl.setPrefix(false).addAttribution(landSources);
  drawLand(map);
  if (tiles) drawTiles(map, tiles, options);
  else element.classList.add('map-bare');
  const maxZoomFor = (count: number) =>
    tiles ? closestFit : closestBareFit[count === 1 ? 'one' : 'several'];
  const radius = joinedWithinRem * rem;

  const track = layerGroup().addTo(map);
  let clusters = createClusters([], radius);
  let selected: string | undefined;
  let isFitted = false;
  const move = createMoves(map);
  const open = ({ places, opensAt, at }: Spot) => {
    const [first, ...others] = places;
    if (others.length === 0) onSelect(first.deviceId);
    else if (opensAt === undefined) onTogether(places);
    else move(() => map.setView([at.latitude, at.longitude], opensAt));
  };
  const spots = createSpotMarkers(map, open);
  const redraw = () => {
    const box = map.getBounds();
    const [west, south, east, north] = [
      box.getWest(),
      box.getSouth(),
      box.getEast(),
      box.getNorth(),
    ];
    spots.show(clusters.spotsIn({ west, south, east, north }, map.getZoom()), selected);
  };
  map.on('moveend', redraw);
  const tell = () => options.onMoved(toPoint(map.getCenter()));
  map.on('moveend', tell);
  tell();
  const pin = createPin(map, options.onPoint);
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);

  return {
    showPlaces(shown: Place[], selectedId: string | undefined): void {
      clusters = createClusters(shown, radius);
      selected = selectedId;
      redraw();
      if (isFitted || shown.length === 0) return;
      isFitted = true;
      const bounds = shown.map(({ at }) => latLng(at));
      const maxZoom = maxZoomFor(shown.length);
      move(() => map.fitBounds(bounds, { padding: [40, 40], maxZoom, animate: false }));
    },
    /** Draws the track of a device and moves there, or to its place as set by a person. */
    showTrack(fixes: Fix[], placed: Point | undefined): void {
      track.clearLayers();
      const seen = placed ? [placed] : fixes;
      if (seen.length === 0) return;
      polyline(fixes.map(latLng), { className: 'map-track', weight: 3 }).addTo(track);
      for (const fix of fixes.slice(1)) {
        circleMarker(latLng(fix), { radius: 4, className: 'map-fix' }).addTo(track);
      }
      const maxZoom = maxZoomFor(seen.length);
      move(() => map.fitBounds(seen.map(latLng), { padding: [60, 60], maxZoom }));
    },
    /** While a device is being placed its pin is drawn, and other devices cannot be chosen. */
    showPlacing(isPlacing: boolean, point: Point | undefined): void {
      const others = map.getPane('markerPane');
      if (others) others.inert = isPlacing;
      element.classList.toggle('map-placing', isPlacing);
      pin.show(isPlacing, point);
    },
    middle(): Point {
      return toPoint(map.getCenter());
    },
    remove(): void {
      resized.disconnect();
      map.remove();
    },
  };
}

function drawTiles(map: LeafletMap, { url, attribution }: Tiles, { onTilesAway }: Options): void {
  const layer = tileLayer(url, { attribution, maxZoom: 19 });
  const element = map.getContainer();
  layer.once('tileerror', () => {
    element.classList.add('map-bare');
    onTilesAway();
  });
  layer.addTo(map);
}

/** Pin of a device being placed: set by a tap, moved by the next or by dragging. */
function createPin(map: LeafletMap, onPoint: (point: Point) => void) {
  map.createPane('pin').style.zIndex = '650';
  const icon = divIcon({ className: 'map-pin', iconSize: [0, 0] });
  const drawn = marker([0, 0], { icon, pane: 'pin', draggable: true, keyboard: false });
  drawn.on('dragend', () => onPoint(toPoint(drawn.getLatLng())));
  let isPlacing = false;
  map.on('click', ({ latlng }) => {
    if (isPlacing) onPoint(toPoint(latlng));
  });
  return {
    show(isShown: boolean, point: Point | undefined): void {
      isPlacing = isShown;
      drawn.remove();
      if (isShown && point) drawn.setLatLng(latLng(point)).addTo(map);
    },
  };
}

/** Six decimals are a tenth of a metre; Leaflet's longitudes may go past 180 degrees. */
function toPoint(place: LatLng): Point {
  const { lat, lng } = place.wrap();
  return { latitude: Number(lat.toFixed(6)), longitude: Number(lng.toFixed(6)) };
}

function latLng({ latitude, longitude }: Point): [number, number] {
  return [latitude, longitude];
}

/**
 * Leaflet drops a move requested during a zoom, and with it a quick second tap.
 * @returns a function that moves the map at once, or as soon as it stands still.
 */
function createMoves(map: LeafletMap): (move: () => void) => void {
  let isZooming = false;
  map.on('zoomanim', () => {
    isZooming = true;
  });
  map.on('zoomend', () => {
    isZooming = false;
  });
  return (move) => {
    if (isZooming) map.once('moveend', move);
    else move();
  };
}
