import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvLine, csvLineEnd, parseCsvLine } from '../../../../src/kit/text/csv.ts';
import { withLocalTimes } from './local-file.ts';

const header = 'id,sensor_name,level,recorded_at,latitude';

describe('a file of readings', () => {
  it('names the device, and tells local time beside UTC', () => {
    const csv = [header, '1-1-x,main,48.5,2026-11-21T08:05:30.000Z,-1.28', ''].join('\r\n');
    const file = withLocalTimes(csv, { device: 'Roof, east', timeZone: 'Africa/Nairobi' });
    assert.deepEqual(file.split('\r\n'), [
      'device_name,id,sensor_name,level,recorded_at,recorded_at Africa/Nairobi,latitude',
      '"Roof, east",1-1-x,main,48.5,2026-11-21T08:05:30.000Z,2026-11-21 11:05:30,-1.28',
      '',
    ]);
  });

  it('keeps every cell as it was, whatever a sensor is called', () => {
    const name = fc.string({
      unit: fc.constantFrom(...'aé",;= 2026-11-21T08:00:00Z'),
      minLength: 1,
    });
    const at = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(name, name, at, (device, sensor, instant) => {
        const line = csvLine(['1-1-x', sensor, '5', instant.toISOString(), '']);
        const file = withLocalTimes([header, line, ''].join(csvLineEnd), {
          device,
          timeZone: 'UTC',
        });
        const cells = parseCsvLine(file.split(csvLineEnd)[1] ?? '', ',') ?? [];
        const shown = instant.toISOString().slice(0, 19).replace('T', ' ');
        assert.deepEqual(cells.slice(1, 5), parseCsvLine(line, ',')?.slice(0, 4));
        assert.equal(cells[5], shown);
        assert.equal(cells.length, 7);
      }),
    );
  });
});
