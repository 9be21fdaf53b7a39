import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SensorForecast } from '../../api/operations.ts';
import type { language as Language } from '../../words/language.ts';
import type { forecastSentences as ForecastSentences } from './forecast-sentences.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hourMs = 3_600_000;

const nothing: SensorForecast = {
  sensor_name: 'main',
  recorded_at: new Date(now).toISOString(),
  level: 48,
  volume: 2400,
  unit: 'litre',
  daily_use: null,
  time_to_empty: null,
  time_to_full: null,
  ration: null,
  reason: 'too_little_data',
};

function times(low: number, middle: number, high: number) {
  const at = (hours: number) => new Date(now + hours * hourMs).toISOString();
  return { low, middle, high, low_at: at(low), middle_at: at(middle), high_at: at(high) };
}

describe('what is foretold of a tank', () => {
  let language: typeof Language;
  let forecastSentences: typeof ForecastSentences;
  before(async () => {
    // The language is also set on the document, and sessions listen to other tabs: tests have neither.
    const browser = { document: { documentElement: {} }, addEventListener: () => undefined };
    Object.assign(globalThis, browser);
    ({ language } = await import('../../words/language.ts'));
    ({ forecastSentences } = await import('./forecast-sentences.ts'));
  });

  const inBoth = (forecast: Partial<SensorForecast>, at = now) =>
    (['en', 'sw'] as const).map((each) => {
      language.value = each;
      const sentences = forecastSentences({ ...nothing, ...forecast }, at);
      return sentences.join(' ').replaceAll('\u00a0', ' ');
    });

  it('is nothing where nothing can be said', () => {
    assert.deepEqual(inBoth({}), ['', '']);
  });

  it('is when it will be empty, with its range in one unit where that is not too coarse', () => {
    assert.deepEqual(inBoth({ time_to_empty: times(72, 96, 120) }), [
      'Empty in about 4 days, between 3 and 5',
      'Yataisha baada ya siku 4 hivi, kati ya 3 na 5',
    ]);
    for (const [low, middle, high, sentence] of [
      [40, 60, 90, 'Empty in about 3 days, between 1.5 and 4'],
      [35, 50, 72, 'Empty in about 2 days, between 1.5 and 3'],
      [20, 50, 72, 'Empty in about 2 days, between 20 hours and 3 days'],
      [28 / 60, 51 / 60, 64 / 60, 'Empty in about 51 minutes, between 28 and 64'],
      [0.6, 1.1, 2.3, 'Empty in about 1 hour, between 36 minutes and 2 hours'],
    ] as const) {
      assert.equal(inBoth({ time_to_empty: times(low, middle, high) })[0], sentence);
    }
  });

  it('is without a range that says nothing more', () => {
    const [english] = inBoth({ time_to_full: times(0.66, 0.67, 0.67) });
    assert.equal(english, 'Full in about 40 minutes');
  });

  it('goes on as time does, and never tells of the past', () => {
    const time_to_empty = times(4, 5, 6);
    const after = (hours: number) => inBoth({ time_to_empty }, now + hours * hourMs)[0];
    assert.equal(after(2), 'Empty in about 3 hours, between 2 and 4');
    assert.deepEqual(inBoth({ time_to_empty }, now + 9 * hourMs), [
      'Perhaps empty by now',
      'Huenda yameisha sasa',
    ]);
    const full = inBoth({ time_to_full: time_to_empty }, now + 5 * hourMs);
    assert.deepEqual(full, ['Perhaps full by now', 'Huenda limejaa sasa']);
  });

  it('says whether the water lasts until it comes again', () => {
    const ration = {
      supply: 'Mon, Thu 04:00 to 11:00',
      is_supply_time: false,
      begins_at: '2026-11-23T01:00:00.000Z',
      ends_at: '2026-11-23T08:00:00.000Z',
      level_left: { low: 29, middle: 34.4, high: 38 },
      volume_left: { low: 1455, middle: 1720, high: 1910 },
      days_left_at_ration_end: { low: 3, middle: 4, high: 5 },
      lasts: 'yes' as const,
    };
    assert.match(
      inBoth({ ration })[0] ?? '',
      /^Lasts until .*Nov.*: about 1,720 L will be left\.$/,
    );
    const percent = { ...ration, volume_left: null };
    assert.match(inBoth({ ration: percent })[0] ?? '', /about 34 % will be left/);
    assert.match(inBoth({ ration: { ...ration, lasts: 'no' } })[0] ?? '', /^Will not last until/);
    const open = { ...ration, is_supply_time: true, level_left: null, lasts: null };
    assert.match(inBoth({ ration: open })[0] ?? '', /^Water should be coming now, until .*Nov/);
    assert.deepEqual(inBoth({ ration: { ...open, is_supply_time: false } }), ['', '']);
  });
});
