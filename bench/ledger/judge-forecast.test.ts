import assert from 'node:assert/strict';
import { it } from 'node:test';
import { judgeForecasts, sharesOf } from './judge-forecast.ts';
import { generateTanks } from './tank-truth.ts';

it('foretells when a tank is empty: 8 times of 10 within the range, the middle within 15 %', () => {
  const tanks = generateTanks({ seed: 3, tanks: 9, days: 21, start: Date.UTC(2026, 8, 1) });
  const { forecasts, inRange, medianError } = sharesOf(judgeForecasts(tanks));
  assert.ok(forecasts > 200, `${forecasts}`);
  // Few tanks of one seed: `npm run bench ledger` has the figures.
  assert.ok(inRange > 0.7, `${inRange}`);
  assert.ok(medianError < 0.2, `${medianError}`);
});
