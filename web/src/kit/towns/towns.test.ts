import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nearestTown, towns } from './towns.ts';

const inKenya = fc.record({
  latitude: fc.double({ min: -4.7, max: 5, noNaN: true }),
  longitude: fc.double({ min: 34, max: 41.9, noNaN: true }),
});

describe('the towns of the map', () => {
  it('are more than three hundred, each in one of the 47 counties, about Kenya', () => {
    assert.ok(towns.length > 300, `${towns.length}`);
    assert.equal(new Set(towns.map(({ county }) => county)).size, 47);
    for (const { name, at, fromZoom } of towns) {
      assert.match(name, /^\p{L}[\p{L}' -]+$/u);
      assert.ok(at.latitude > -4.8 && at.latitude < 5.1, name);
      assert.ok(at.longitude > 33.8 && at.longitude < 42, name);
      assert.ok(fromZoom >= 0 && fromZoom <= 11, name);
    }
  });

  it('are found with distance and direction', () => {
    const thika = towns.find(({ name }) => name === 'Thika');
    assert.ok(thika);
    const north = { ...thika.at, latitude: thika.at.latitude + 0.01 };
    const near = nearestTown(north);
    assert.deepEqual([near.name, near.county, near.bearing], ['Thika', 'Kiambu', 'n']);
    assert.ok(Math.abs(near.km - 1.112) < 0.01);
    const west = nearestTown({ ...thika.at, longitude: thika.at.longitude - 0.02 });
    assert.deepEqual([west.name, west.bearing], ['Thika', 'w']);
  });

  it('are the nearest wherever one looks', () => {
    fc.assert(
      fc.property(inKenya, (point) => {
        const { km, bearing } = nearestTown(point);
        assert.ok(km >= 0 && km < 450, `${km}`);
        assert.match(bearing, /^[ns]?[ew]?$/);
        for (const { at } of towns.slice(0, 40)) {
          const degrees = Math.hypot(at.latitude - point.latitude, at.longitude - point.longitude);
          assert.ok(km <= degrees * 111.4 + 1e-6);
        }
      }),
    );
  });
});
