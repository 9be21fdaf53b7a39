import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { closestZoom, createClusters } from './clusters.ts';
import type { Place } from './place.ts';

const kenya = { west: 33, south: -5, east: 42, north: 6 };

describe('the spots of a map', () => {
  it('hold every place once, at every zoom', () => {
    const zoom = fc.integer({ min: 0, max: closestZoom });
    fc.assert(
      fc.property(fc.array(point(), { maxLength: 200 }), zoom, (points, level) => {
        const spots = createClusters(points.map(place), 60).spotsIn(kenya, level);
        const held = spots.flatMap(({ places }) => places.map(({ deviceId }) => deviceId));
        assert.deepEqual(held.sort(), points.map((_, index) => String(index)).sort());
        assert.equal(new Set(spots.map(({ key }) => key)).size, spots.length);
      }),
    );
  });

  it('come apart at the zoom that they name, and never where all stand at the same spot', () => {
    fc.assert(
      fc.property(fc.array(point(), { minLength: 2, maxLength: 60 }), (points) => {
        const clusters = createClusters(points.map(place), 60);
        for (const { places, opensAt } of clusters.spotsIn(kenya, 5)) {
          const isOneSpot = new Set(places.map(({ at }) => JSON.stringify(at))).size === 1;
          if (isOneSpot) assert.equal(opensAt, undefined);
          if (opensAt === undefined) continue;
          const ids = new Set(places.map(({ deviceId }) => deviceId));
          const parts = clusters
            .spotsIn(kenya, opensAt)
            .filter((spot) => spot.places.some(({ deviceId }) => ids.has(deviceId)));
          assert.ok(parts.length > 1, `${places.length} at ${opensAt}`);
        }
      }),
    );
  });

  it('leave alone what a finger can tell apart', () => {
    const near = [
      { latitude: -1.1, longitude: 36.1 },
      { latitude: -1.2, longitude: 36.2 },
      { latitude: -1.3, longitude: 36.3 },
    ].map(place);
    const clusters = createClusters(near, 50);
    assert.equal(clusters.spotsIn(kenya, 9).length, 3);
    assert.equal(clusters.spotsIn(kenya, 5).length, 1);
  });
});

/** Points of which many coincide, like tanks on one roof. */
function point() {
  const latitude = fc.oneof(fc.constant(-1.25), fc.double({ min: -4, max: 5, noNaN: true }));
  const longitude = fc.oneof(fc.constant(36.75), fc.double({ min: 34, max: 41, noNaN: true }));
  return fc.record({ latitude, longitude });
}

function place(at: Place['at'], index: number): Place {
  const state = { look: 'good', text: 'Normal' } as const;
  return {
    deviceId: String(index),
    name: `Tank ${index}`,
    mac: `${index}`,
    online: true,
    level: 50,
    state,
    at,
    isPlaced: false,
  };
}
