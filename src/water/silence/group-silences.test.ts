import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { groupSilences, type SeenDevice, type Silences } from './group-silences.ts';

const minuteMs = 60_000;
const togetherMs = 10 * minuteMs;

const device = (id: number, minute: number, place?: [number, number]): SeenDevice => ({
  id,
  lastSeenAt: minute * minuteMs,
  latitude: place?.[0] ?? null,
  longitude: place?.[1] ?? null,
});
const group = (silences: Partial<Silences>) =>
  groupSilences({ silent: [], late: [], outages: [], accountDevices: 30, togetherMs, ...silences });
const idsOf = (devices: SeenDevice[]) => devices.map(({ id }) => id);

describe('groupSilences', () => {
  it('takes a third of an account, and at least three, for an outage', () => {
    const silent = [device(1, 0), device(2, 5), device(3, 10)];
    assert.deepEqual(
      idsOf(group({ silent, accountDevices: 9 }).outages[0]?.devices ?? []),
      [1, 2, 3],
    );
    assert.deepEqual(idsOf(group({ silent, accountDevices: 10 }).alone), [1, 2, 3]);
    assert.deepEqual(idsOf(group({ silent: silent.slice(1), accountDevices: 2 }).alone), [2, 3]);
  });

  it('takes three neighbours for an outage, and no device further off than 2 km', () => {
    // A degree of longitude is 111.2 km at the equator.
    const at = (km: number): [number, number] => [0, 179.999 + km / 111.2 - (km > 0 ? 360 : 0)];
    const neighbours = [device(1, 0, at(0)), device(2, 1, at(1)), device(3, 2, at(1.99))];
    const silent = [...neighbours, device(4, 1, at(2.1)), device(5, 1)];
    const { outages, alone } = group({ silent });
    assert.deepEqual(
      outages.map(({ devices }) => idsOf(devices)),
      [[1, 2, 3]],
    );
    assert.deepEqual(outages[0]?.place, { latitude: 0, longitude: 179.999 });
    assert.deepEqual(idsOf(alone), [4, 5]);
  });

  it('tells apart those that fall silent one after the other', () => {
    const silent = [device(1, 0), device(2, 11), device(3, 22)];
    assert.deepEqual(idsOf(group({ silent, accountDevices: 3 }).alone), [1, 2, 3]);
  });

  it('waits for late ones that would make it an outage, and for no others', () => {
    const silent = [device(1, 0)];
    const late = [device(2, 5), device(3, 10)];
    assert.deepEqual(idsOf(group({ silent, late, accountDevices: 3 }).waiting), [1]);
    assert.deepEqual(idsOf(group({ silent, late, accountDevices: 30 }).alone), [1]);
    const tooLate = [device(2, 5), device(3, 11)];
    assert.deepEqual(idsOf(group({ silent, late: tooLate, accountDevices: 3 }).alone), [1]);
  });

  it('adds to a known outage what falls silent with it', () => {
    const place = { latitude: 0, longitude: 36 };
    const outage = { id: 7, since: 0, devices: 4, place };
    const silent = [device(1, 9, [0, 36]), device(2, 9, [1, 36]), device(3, 11, [0, 36])];
    const { joining, alone } = group({ silent, outages: [outage] });
    assert.deepEqual(
      joining.map(({ devices, place }) => [idsOf(devices), place]),
      [[[1], place]],
    );
    assert.deepEqual(idsOf(alone), [2, 3]);
    const whole = group({ silent, outages: [outage], accountDevices: 18 });
    assert.deepEqual(
      whole.joining.map(({ devices, place }) => [idsOf(devices), place]),
      [[[1, 2], null]],
    );
  });

  const devices = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 60 }),
      lastSeenAt: fc.integer({ min: 0, max: 40 }).map((minute) => minute * minuteMs),
      latitude: fc.option(fc.integer({ min: 0, max: 4 }).map((step) => step / 100)),
      longitude: fc.constant(36.8),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const silences = fc.record({
    devices,
    until: fc.integer({ min: 0, max: 40 }),
    accountDevices: fc.integer({ min: 3, max: 60 }),
    since: fc.option(fc.integer({ min: 0, max: 40 })),
  });
  type Given = typeof silences extends fc.Arbitrary<infer T> ? T : never;
  const toSilences = ({ devices, until, accountDevices, since }: Given) => ({
    silent: devices.filter(({ lastSeenAt }) => lastSeenAt <= until * minuteMs),
    late: devices.filter(({ lastSeenAt }) => lastSeenAt > until * minuteMs),
    outages: since === null ? [] : [{ id: 1, since: since * minuteMs, devices: 3, place: null }],
    accountDevices,
    togetherMs,
  });

  it('gives the same whatever the order of the devices', () => {
    fc.assert(
      fc.property(silences, fc.infiniteStream(fc.nat()), (given, keys) => {
        const asked = toSilences(given);
        const shuffle = (some: SeenDevice[]) =>
          some
            .map((each) => ({ each, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ each }) => each);
        const shuffled = { ...asked, silent: shuffle(asked.silent), late: shuffle(asked.late) };
        const sets = ({ outages, joining, alone, waiting }: ReturnType<typeof groupSilences>) => ({
          outages: outages.map(({ devices }) => idsOf(devices)),
          joining: joining.map(({ devices }) => idsOf(devices)),
          alone: idsOf(alone),
          waiting: idsOf(waiting),
        });
        assert.deepEqual(sets(groupSilences(shuffled)), sets(groupSilences(asked)));
      }),
    );
  });

  it('puts each silent device in one place, and an outage within its time', () => {
    fc.assert(
      fc.property(silences, (given) => {
        const asked = toSilences(given);
        const { outages, joining, alone, waiting } = groupSilences(asked);
        const groups = [...outages, ...joining].map(({ devices }) => devices);
        const placed = [...groups.flat(), ...alone, ...waiting];
        const sorted = (some: SeenDevice[]) => idsOf(some).sort((a, b) => a - b);
        assert.deepEqual(sorted(placed), sorted(asked.silent));
        for (const { devices } of outages) {
          const times = devices.map(({ lastSeenAt }) => lastSeenAt);
          assert.ok(devices.length >= 3);
          assert.ok(Math.max(...times) - Math.min(...times) <= togetherMs);
        }
        assert.deepEqual(groupSilences({ ...asked, late: [] }).waiting, []);
      }),
    );
  });
});
