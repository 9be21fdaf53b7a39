import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Flow, followLevel, noFlow, startConsumption } from './consumption.ts';

const deadBand = 0.5;
const capacity = 2000;
const tolerance = 1e-6;

const levels = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

type Reading = { level: number; volume: number | null };

function litres(level: number): Reading {
  return { level, volume: (level * capacity) / 100 };
}

/** Follows readings from where `state` stands, or from the first one on. */
function follow(readings: Reading[], start?: ReturnType<typeof startConsumption>) {
  const [first] = readings;
  const state = start ?? startConsumption(first?.level ?? 0, first?.volume ?? null);
  const total: Flow = { ...noFlow };
  for (const { level, volume } of readings) {
    const flow = followLevel(state, level, volume, deadBand);
    for (const key of Object.keys(total) as (keyof Flow)[]) total[key] += flow[key];
  }
  return { state, total };
}

describe('consumption', () => {
  it('counts jitter within the dead band as nothing', () => {
    const jitter = [50, 50.3, 49.9, 50.2, 49.8, 50.1, 50, 50.4].map(litres);
    assert.deepEqual(follow(jitter).total, noFlow);
  });

  it('never loses slow use, however small its steps', () => {
    const slow = Array.from({ length: 1001 }, (_, step) => litres(80 - step * 0.01));
    const { total } = follow(slow);
    assert.ok(Math.abs(total.consumedLevel - 10) <= deadBand);
    assert.ok(Math.abs(total.consumedVolume - 200) <= (deadBand * capacity) / 100);
    assert.equal(total.refilledLevel, 0);
  });

  it('tells use from refill when both happen', () => {
    const day = [80, 70, 60, 50, 90, 85, 40, 100].map(litres);
    const { total } = follow(day);
    assert.equal(total.consumedVolume, 600 + 1000);
    assert.equal(total.refilledVolume, 800 + 1200);
  });

  it('is not fooled by a changed capacity, which moves the litres against the level', () => {
    const readings = [
      { level: 80, volume: 800 },
      { level: 70, volume: 1400 },
    ];
    const { total } = follow(readings);
    assert.deepEqual([total.consumedLevel, total.consumedVolume, total.refilledVolume], [10, 0, 0]);
  });

  it('measures in percent where there are no litres', () => {
    const { total } = follow([30, 20, 60].map((level) => ({ level, volume: null })));
    assert.deepEqual(total, {
      consumedLevel: 10,
      refilledLevel: 40,
      consumedVolume: 0,
      refilledVolume: 0,
    });
  });

  it('holds: refilled - consumed equals last minus first within the dead band', () => {
    fc.assert(
      fc.property(levels, (series) => {
        const { total } = follow(series.map(litres));
        const net = total.refilledLevel - total.consumedLevel;
        const change = (series.at(-1) ?? 0) - (series[0] ?? 0);
        assert.ok(Math.abs(net - change) <= deadBand + tolerance);
        const netVolume = total.refilledVolume - total.consumedVolume;
        assert.ok(Math.abs(netVolume - (net * capacity) / 100) <= tolerance * capacity);
      }),
    );
  });

  it('holds: splitting the series anywhere changes nothing', () => {
    fc.assert(
      fc.property(levels, fc.nat(), (series, cut) => {
        const readings = series.map(litres);
        const at = cut % readings.length;
        const whole = follow(readings);
        const before = follow(
          readings.slice(0, at),
          startConsumption(series[0] ?? 0, litres(series[0] ?? 0).volume),
        );
        const after = follow(readings.slice(at), before.state);
        for (const key of Object.keys(noFlow) as (keyof Flow)[]) {
          assert.ok(
            Math.abs(before.total[key] + after.total[key] - whole.total[key]) <
              tolerance * capacity,
          );
        }
        assert.deepEqual(after.state, whole.state);
      }),
    );
  });

  it('holds: noise up to half the dead band neither adds nor hides more than the band per turn', () => {
    const noise = fc.array(fc.double({ min: -deadBand / 2, max: deadBand / 2, noNaN: true }), {
      minLength: 101,
      maxLength: 101,
    });
    fc.assert(
      fc.property(noise, (errors) => {
        // A tank that empties by 40 percent, measured with errors.
        const measured = errors.map((error, step) => litres(70 - step * 0.4 + error));
        const { total } = follow(measured);
        assert.equal(total.refilledLevel, 0);
        assert.ok(Math.abs(total.consumedLevel - 40) <= 2 * deadBand + tolerance);
      }),
    );
  });
});
