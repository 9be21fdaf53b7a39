import type { Map as LeafletMap } from 'leaflet';

/**
 * Leaflet drops a move that is asked for while it zooms, and with it the tap of whoever is quick.
 * @returns what moves the map at once, or as soon as it stands still.
 */
export function createMoves(map: LeafletMap): (move: () => void) => void {
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
