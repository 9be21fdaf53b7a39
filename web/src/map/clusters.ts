import Supercluster from 'supercluster';
import type { Place, Point } from './place.ts';

/** A mark on the map: one place, or several that would overlap. */
export type Spot = {
  /** Stable while the spot holds the same places. */
  key: string;
  at: Point;
  places: [Place, ...Place[]];
  /** Zoom at which several places separate; undefined if they never do, being at the same spot. */
  opensAt: number | undefined;
};

export type Box = { west: number; south: number; east: number; north: number };

export const closestZoom = 18;

/**
 * Joins places that would overlap, at each zoom of a map whose tiles are 256 pixels wide.
 * @param radius distance in pixels below which places are joined.
 */
export function createClusters(places: Place[], radius: number) {
  const index = new Supercluster<Place, Place>({ radius, extent: 256, maxZoom: closestZoom });
  index.load(
    places.map((place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [place.at.longitude, place.at.latitude] },
      properties: place,
    })),
  );
  return {
    spotsIn({ west, south, east, north }: Box, zoom: number): Spot[] {
      return index
        .getClusters([west, south, east, north], zoom)
        .flatMap(({ geometry, properties }) => {
          const [longitude = 0, latitude = 0] = geometry.coordinates;
          const held =
            'cluster_id' in properties
              ? index.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties)
              : [properties];
          const [first, ...others] = held;
          if (!first) return [];
          const opensAt =
            'cluster_id' in properties
              ? index.getClusterExpansionZoom(properties.cluster_id)
              : undefined;
          return {
            key: others.length > 0 ? `${first.deviceId}+${others.length}` : first.deviceId,
            at: { latitude, longitude },
            places: [first, ...others],
            opensAt: opensAt !== undefined && opensAt <= closestZoom ? opensAt : undefined,
          };
        });
    },
  };
}
