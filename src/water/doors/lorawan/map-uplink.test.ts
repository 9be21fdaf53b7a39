import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mapByAccount } from './choose-mapping.ts';
import { keptOf, payloadOf, withId } from './kept-message.ts';
import { mapUplink, type Payload, valueAt } from './map-uplink.ts';
import { type MappedField, mappableFields, units } from './mapping.ts';
import { readyFor, readyMappings } from './ready-mappings.ts';

const payload = (decoded: unknown, more: Partial<Payload> = {}): Payload => ({
  decoded,
  bytes: Buffer.alloc(0),
  fPort: 2,
  signal: null,
  receivedAt: null,
  ...more,
});
const map = (decoded: unknown, fields: MappedField[]) =>
  mapUplink({ decoder: null, fields }, payload(decoded)).readings;

describe('mapping payloads to readings', () => {
  it('reads values at paths, in their units, as numbers or as text with a unit', () => {
    const decoded = {
      data: { sensors: [{ d: 1.034 }, { t: '68.0 °F' }] },
      Bat: '3.35 V',
      'a-b': 7,
    };
    assert.deepEqual(
      map(decoded, [
        { field: 'distance_cm', path: 'data.sensors[0].d', unit: 'm' },
        { field: 'temperature', path: 'data.sensors[1].t', unit: 'F' },
        { field: 'battery_percent', path: 'Bat', factor: 90.9, offset: -227.2 },
        { field: 'volume', path: 'a-b', factor: 1000 },
        { field: 'signal_dbm', path: 'not.there' },
      ]),
      [{ distance_cm: 103.4, temperature: 20, battery_percent: 77.315, volume: 7000 }],
    );
    const inches = [{ field: 'water_level_cm', path: 'd', unit: 'in' }] as MappedField[];
    assert.deepEqual(map({ d: '10' }, inches), [{ water_level_cm: 25.4 }]);
    assert.deepEqual(map({ d: '1034 mm' }, [{ field: 'distance_cm', path: 'd', unit: 'mm' }]), [
      { distance_cm: 103.4 },
    ]);
  });

  it('leaves words where a number is meant, so that the reading is refused by its name', () => {
    const distance: MappedField[] = [{ field: 'distance_cm', path: 'Distance', unit: 'mm' }];
    for (const Distance of ['No Sensor', 'Invalid Reading', '1,034 mm', true]) {
      assert.deepEqual(map({ Distance }, distance), [{ distance_cm: Distance }]);
    }
  });

  it('makes no reading where nothing is said of a level', () => {
    const fields: MappedField[] = [
      { field: 'distance_cm', path: 'distance' },
      { field: 'temperature', path: 'temperature' },
    ];
    for (const decoded of [{ temperature: 20 }, {}, null, [], 'text', { distance: null }]) {
      assert.deepEqual(map(decoded, fields), []);
    }
  });

  it('takes the instant and the signal of the network server, but not for what was kept before', () => {
    const frame = Buffer.from('20CE5F02656A9A040382D204', 'hex');
    const at = '2026-11-26T08:00:00.123456789Z';
    const own = new Map();
    const heard = payload(null, { bytes: frame, signal: -97, receivedAt: at });
    assert.deepEqual(mapByAccount(own, 'Milesight EM500-UDL EU868', heard), {
      source: 'ready',
      readings: [
        { recorded_at: '1785004639', distance_cm: 117.8 },
        { recorded_at: at, signal_dbm: -97, distance_cm: 123.4 },
      ],
      pumpStatus: undefined,
    });
  });

  it('chooses by profile, then by model, then what is for all others', () => {
    const one = { decoder: null, fields: [{ field: 'water_level_percent' as const, path: 'p' }] };
    const sourceOf = (keys: string[], profile: string | null) =>
      mapByAccount(new Map(keys.map((key) => [key, one])), profile, payload({ p: 5 })).source;
    assert.equal(sourceOf(['tanks', ''], 'Tanks'), 'profile');
    assert.equal(sourceOf(['ldds75', ''], 'LDDS75'), 'profile');
    assert.equal(sourceOf([''], 'dragino-ldds75'), 'ready');
    assert.equal(sourceOf([''], 'Other'), 'default');
    assert.equal(sourceOf([''], null), 'default');
    assert.equal(sourceOf([], 'Other'), 'none');
    for (const { model, name } of readyMappings) assert.equal(readyFor(name)?.model, model);
    assert.equal(readyFor('LDDS75')?.model, 'ldds75');
    assert.equal(readyFor('DDS75-LB')?.model, 'dds75-lb');
  });

  it('reads what the decoders of makers say where no frame is passed on', () => {
    const said = { Bat: 3.6, Distance: '1034 mm', TempC_DS18B20: '21.50 °C', Node_type: 'LDDS75' };
    assert.deepEqual(mapByAccount(new Map(), 'LDDS75', payload(said)).readings, [
      { distance_cm: 103.4, temperature: 21.5, battery_percent: 100 },
    ]);
    const milesight = { battery: 92, temperature: 25.7, distance: 2116, position: 'tilt' };
    assert.deepEqual(mapByAccount(new Map(), 'EM400-TLD', payload(milesight)).readings, [
      { distance_cm: 211.6, battery_percent: 92, temperature: 25.7 },
    ]);
  });

  it('never fails, whatever is decoded and mapped, and sees no inherited member', () => {
    const path = fc.constantFrom('a', 'a.b', 'a[0]', '__proto__.x', 'constructor.name', 'a[0].b');
    const field = fc.record({
      field: fc.constantFrom(...mappableFields),
      path,
      unit: fc.constantFrom(...units),
      factor: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      offset: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(field, { maxLength: 20 }), (decoded, fields) => {
        for (const mapped of map({ a: decoded }, fields)) {
          for (const value of Object.values(mapped)) {
            assert.ok(typeof value !== 'number' || Number.isFinite(value));
          }
        }
      }),
    );
    assert.equal(valueAt({}, 'constructor.name'), undefined);
    assert.equal(valueAt({}, '__proto__'), undefined);
    assert.equal(valueAt({ a: 1 }, 'a.b'), undefined);
  });

  it('keeps a message of bounded size, and the last ids', () => {
    const uplink = {
      ...({ network: 'tts', id: 'x', devEui: '24E124136B502217', fPort: 2, signal: -90 } as const),
      profile: 'p'.repeat(500),
      bytes: Buffer.alloc(5000),
      receivedAt: 't'.repeat(500),
    };
    const kept = keptOf({ ...uplink, decoded: { text: 'x'.repeat(5000) } });
    assert.equal(kept.decoded, null);
    assert.ok(JSON.stringify(kept).length < 1000);
    const small = keptOf({ ...uplink, decoded: { a: 1 } });
    assert.deepEqual(payloadOf(small).decoded, { a: 1 });
    const ids = Array.from({ length: 30 }, (_, index) => String(index)).reduce(
      (before: string[], id) => withId(before, id),
      [],
    );
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [20, '10', '29']);
  });
});
