import {
  divIcon,
  geoJSON,
  type Layer,
  type LayerGroup,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  marker,
  type Point as Pixel,
  polygon,
  polyline,
} from 'leaflet';
import { towns } from '../../kit/towns/towns.ts';
import { say } from '../words.ts';
import { degreesText, gridLines } from './grid.ts';
import kenya from './kenya.json';
import { linesOf } from './lines.ts';

/**
 * Draws the land beneath the tiles, which hide it: the country, lakes and rivers, borders of the
 * former provinces, main roads, and a grid of degrees with the names of towns. None of it is blank
 * at any zoom. The map shows the whole country.
 */
export function drawLand(map: LeafletMap) {
  map.createPane('country').style.zIndex = '150';
  const outline = geoJSON(kenya as GeoJSON.GeometryObject, {
    interactive: false,
    pane: 'country',
    style: { className: 'map-country', weight: 1.5 },
  });
  // Lines are drawn into a view: without one the first of a pane fails.
  map.fitBounds(outline.getBounds());
  outline.addTo(map);
  for (const kind of ['regions', 'rivers', 'roads'] as const) {
    for (const line of linesOf(kind)) drawn(polyline(line, styleOf(kind)), map);
  }
  for (const line of linesOf('lakes')) drawn(polygon(line, styleOf('lakes')), map);
  drawEachTime(map, 'grid', '160', drawGrid);
  drawEachTime(map, 'towns', '250', drawTowns);
}

function styleOf(kind: string) {
  return { className: `map-${kind}`, weight: 1.5, interactive: false, pane: 'country' };
}

function drawn(layer: Layer, map: LeafletMap): void {
  layer.addTo(map);
}

type Draw = (map: LeafletMap, into: LayerGroup) => void;

/** Draws what the view shows, again after each move. */
function drawEachTime(map: LeafletMap, pane: string, zIndex: string, draw: Draw): void {
  map.createPane(pane).style.zIndex = zIndex;
  const group = layerGroup().addTo(map);
  const redraw = () => {
    group.clearLayers();
    draw(map, group);
  };
  redraw();
  map.on('moveend', redraw);
}

/** Zoom from which the grid is drawn: further out the outline orients better. */
const gridFrom = 8;
/** Least distance of its lines. */
const gridPixels = 96;

function drawGrid(map: LeafletMap, group: LayerGroup): void {
  if (map.getZoom() < gridFrom) return;
  const bounds = map.getBounds();
  const [south, north] = [bounds.getSouth(), bounds.getNorth()];
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const { x, y } = map.getSize();
  if (x === 0 || y === 0) return;
  const style = { className: 'map-grid', weight: 1, interactive: false, pane: 'grid' };
  for (const line of gridLines({ from: south, to: north }, ((north - south) / y) * gridPixels)) {
    const latitude = Number(line);
    polyline(
      [
        [latitude, west],
        [latitude, east],
      ],
      style,
    ).addTo(group);
    label(degreesText(line, [say.north(), say.south()]), 'map-grid-row', [latitude, east], group);
  }
  for (const line of gridLines({ from: west, to: east }, ((east - west) / x) * gridPixels)) {
    const longitude = Number(line);
    polyline(
      [
        [south, longitude],
        [north, longitude],
      ],
      style,
    ).addTo(group);
    label(
      degreesText(line, [say.east(), say.west()]),
      'map-grid-column',
      [north, longitude],
      group,
    );
  }
}

/** Names of towns in view, larger ones first, unless they would lie on one another. */
function drawTowns(map: LeafletMap, group: LayerGroup): void {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const view = latLngBounds(map.getBounds().getSouthWest(), map.getBounds().getNorthEast()).pad(
    0.05,
  );
  const placed: { at: Pixel; width: number }[] = [];
  for (const { name, at, fromZoom } of towns) {
    if (map.getZoom() < fromZoom || !view.contains([at.latitude, at.longitude])) continue;
    const pixel = map.latLngToContainerPoint([at.latitude, at.longitude]);
    const width = name.length * rem * 0.5;
    const isFree = placed.every(
      (other) =>
        Math.abs(other.at.y - pixel.y) > 1.75 * rem ||
        Math.abs(other.at.x - pixel.x) > (other.width + width) / 2 + rem / 2,
    );
    if (!isFree) continue;
    placed.push({ at: pixel, width });
    label(name, 'map-town', [at.latitude, at.longitude], group, 'towns');
  }
}

function label(
  text: string,
  className: string,
  at: [number, number],
  group: LayerGroup,
  pane = 'grid',
): void {
  const html = document.createElement('span');
  html.textContent = text;
  const icon = divIcon({ className, iconSize: [0, 0], html });
  marker(at, { icon, interactive: false, keyboard: false, pane }).addTo(group);
}
