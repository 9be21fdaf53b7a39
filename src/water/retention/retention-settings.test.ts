import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../config.ts';
import { dayMs } from '../../kit/time/units.ts';
import { ConfigError } from '../../settings/setting-types.ts';

describe('how long rows are kept', () => {
  it('is for ever for rollups by default, else no shorter than for readings', () => {
    assert.equal(readConfig({ ROLLUP_RETENTION_DAYS: '' }).rollupRetentionMs, undefined);
    const days = (ROLLUP_RETENTION_DAYS: string) =>
      readConfig({ RAW_RETENTION_DAYS: '30', ROLLUP_RETENTION_DAYS });
    assert.equal(days('30').rollupRetentionMs, 30 * dayMs);
    for (const wrong of ['29', '0', '36501', '1.5', 'ever']) {
      assert.throws(() => days(wrong), ConfigError, wrong);
    }
  });
});
