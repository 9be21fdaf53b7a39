import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { defaultThresholds } from '../rules/status.ts';
import { type AlertState, judgeReading } from './judge-reading.ts';

const level = fc.double({ min: 0, max: 100, noNaN: true });
const roof = { sensorName: 'roof', thresholds: defaultThresholds };

describe('judging readings', () => {
  const judge = (levels: number[]) => {
    let state: AlertState = '';
    return levels.flatMap((at) => {
      const judged = judgeReading(state, { ...roof, level: at });
      state = judged.state;
      return judged.alerts.map(({ type, severity }) => `${type} ${severity}`);
    });
  };

  it('alerts once when a threshold is crossed and once more when it becomes critical', () => {
    assert.deepEqual(judge([50, 21, 20, 19, 15, 10, 9, 8]), ['low warning', 'low critical']);
  });

  it('stays silent while the level hovers at its threshold', () => {
    assert.deepEqual(judge([20, 20.5, 19.9, 21.9, 19, 20.1]), ['low warning']);
  });

  it('alerts again once the level had clearly come back', () => {
    assert.deepEqual(judge([20, 22.1, 20]), ['low warning', 'low warning']);
  });

  it('tells one end of the tank from the other', () => {
    assert.deepEqual(judge([5, 96, 5]), ['low critical', 'overflow critical', 'low critical']);
  });

  it('names the sensor, the level and the threshold', () => {
    const [alert] = judgeReading('', { ...roof, level: 12.345 }).alerts;
    assert.equal(alert?.message, 'roof: the water is low at 12.3 % (threshold 20 %).');
  });

  it('never alerts twice for what it already knows', () => {
    fc.assert(
      fc.property(fc.array(level, { maxLength: 60 }), (levels) => {
        const alerts = judge(levels.map((at) => at));
        const repeated = levels.flatMap((at) => [at, at]);
        assert.deepEqual(judge(repeated), alerts);
      }),
    );
  });
});
