import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tank } from '../live/tank.ts';
import { fleetFile } from './fleet-file.ts';

it('writes the lines of the fleet as CSV that a spreadsheet does not run', () => {
  const tank = {
    device_name: '=1+1, "roof"',
    mac_or_serial: 'SN-1',
    online: false,
    last_seen_at: null,
  } as Tank;
  const rows = [{ key: '1', tank, name: '', sensor: undefined }];
  const [header, line, end] = fleetFile(rows).split('\r\n');
  assert.match(header ?? '', /^name,mac_or_serial,sensor,level_percent/);
  assert.equal(line, `"'=1+1, ""roof""",SN-1,,,,no,,`);
  assert.equal(end, '');
});
