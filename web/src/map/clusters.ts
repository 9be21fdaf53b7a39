import Supercluster from 'supercluster';
import type { Place, Point } from './place.ts';

/** What is drawn at one point: a place, or several that would lie on each other. */
export type Spot = {
  /** The same while it holds the same places. */
  key: string;
  at: Point;
  places: [Place, ...Place[]];
  /** The zoom at which several come apart; none where they do at no zoom, standing at the same spot. */
  opensAt: number | undefined;
};

export type Box = { west: number; south: number; east: number; north: number };

/** The closest zoom of the map. */
export const closestZoom = 18;

/**
 * Joins places that would lie on each other, at each zoom of a map whose tiles are 256 pixels wide.
 * @param radius how close to each other they are joined, in pixels.
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
    /** All that lies within `box` at a zoom. */
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
