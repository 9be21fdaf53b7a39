import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { showEntities } from '../../../../test/helpers/water/home-assistant.ts';
import { faultsOf } from '../../../../test/helpers/water/home-assistant-rules.ts';
import { anyTank, main, pump, roof, since } from '../../../../test/helpers/water/tank-views.ts';
import { describeTank, withoutGone } from './discovery.ts';
import { presentState } from './tank-state.ts';
import type { Problem, TankView } from './tank-view.ts';
import { configTopic, deviceOfConfigTopic, identityOfPumpTopic, stateTopic } from './topics.ts';

const origin = { version: '1.2.3', publicUrl: 'https://kisima.example' };

const described = (tank: Partial<TankView> = {}) => describeTank({ ...roof, ...tank }, origin);
const shown = (tank: Partial<TankView> = {}) => {
  const state = JSON.stringify(presentState({ ...roof, ...tank }));
  return showEntities(described(tank), new Map([[stateTopic(roof.macOrSerial), state]]));
};
const states = (tank: Partial<TankView> = {}) =>
  Object.fromEntries(Object.entries(shown(tank)).map(([id, { state }]) => [id, state]));

describe('the discovery of a tank', () => {
  it('keeps the rules of Home Assistant, whatever the tank has', () => {
    fc.assert(
      fc.property(anyTank, (tank) => {
        const config = describeTank(tank, origin);
        assert.deepEqual(faultsOf(configTopic(tank.deviceId), config), []);
        const state = JSON.stringify(presentState(tank));
        showEntities(config, new Map([[stateTopic(tank.macOrSerial), state]]));
      }),
    );
  });

  it('has no faults that its own check would not find', () => {
    const topic = configTopic(7);
    const [first, ...others] = ['s1_level', 's1_litres', 's1_used_today', 's1_pump'].map(
      (id) => described().components[id] ?? { platform: 'sensor' as const },
    );
    const faults = (component: object) =>
      faultsOf(topic, { ...described(), components: { x: component as never } });
    assert.deepEqual(faults({ ...first, unit: '%' }), ['x: unit']);
    assert.deepEqual(faults({ ...others[0], unit_of_measurement: 'l' }), [
      'x: unit l of volume_storage',
    ]);
    assert.deepEqual(faults({ ...others[1], state_class: 'measurement' }), [
      'x: state class measurement of water',
    ]);
    assert.deepEqual(faults({ ...others[2], command_topic: undefined }), [
      'x: no command_topic',
      'x: command_topic',
    ]);
    const odd = {
      ...others[2],
      qos: 3,
      icon: 'pump',
      retain: 'no',
      payload_off: 'x',
      payload_on: 'x',
    };
    assert.deepEqual(faults(odd).sort(), [
      ...['x: icon pump', 'x: payload_on is that of off', 'x: qos 3', 'x: retain no'],
    ]);
    assert.deepEqual(faults({ ...first, value_template: '{{ value_json.s1' }), [
      'x: value_template {{ value_json.s1',
    ]);
    assert.deepEqual(faults({ ...first, unit_of_measurement: undefined }), [
      'x: state class without a unit',
    ]);
    const atAll = {
      ...described(),
      qos: 1,
      device: { identifiers: [], configuration_url: 'ftp://x' },
    };
    assert.deepEqual(faultsOf(topic, atAll), [
      ...['message: qos in vain', 'fact identifiers', 'fact configuration_url'],
    ]);
    assert.deepEqual(faultsOf('homeassistant/device/a b/config', described()).length, 1);
    assert.deepEqual(faultsOf(topic, { ...described(), device: { name: 'x' } }), [
      'device without identifiers',
    ]);
  });

  it('shows what is known, with the units of a tank', () => {
    assert.deepEqual(states(), {
      s1_level: '62.5',
      s1_litres: '3125',
      s1_used_today: '180.25',
      s1_temperature: '23.5',
      s1_days_left: '4.5',
      s1_pump: 'off',
      problem: 'off',
      connection: 'on',
      battery: '81',
      signal: '-71',
    });
    const units = Object.entries(described().components).map(([id, each]) => [
      id,
      'unit_of_measurement' in each ? each.unit_of_measurement : undefined,
    ]);
    assert.deepEqual(
      units.filter(([, unit]) => unit !== undefined),
      [
        ['s1_level', '%'],
        ['s1_litres', 'L'],
        ['s1_used_today', 'L'],
        ['s1_temperature', '°C'],
        ['s1_days_left', 'd'],
        ['battery', '%'],
        ['signal', 'dBm'],
      ],
    );
  });

  it('shows what nobody knows as unknown, never as 0 or off', () => {
    const nothing = { level: null, litres: null, usedToday: null, daysLeft: null };
    const sensors = [{ ...main, ...nothing, pump: { ...pump, running: null } }];
    const { problem, connection, battery, signal, s1_temperature, ...unknown } = states({
      sensors,
    });
    assert.deepEqual([problem, connection], ['off', 'on']);
    assert.deepEqual([...new Set(Object.values(unknown))], ['unknown']);
  });

  it('leaves out what a tank does not have', () => {
    const sensors = [{ ...main, hasLitres: false, litres: null, temperature: null, pump: null }];
    const ids = Object.keys(described({ sensors, battery: null, signal: null }).components);
    assert.deepEqual(ids, ['s1_level', 's1_days_left', 'problem', 'connection']);
  });

  it('makes a silent tank unavailable, yet says that it is silent and what is wrong', () => {
    const problem: Problem = {
      kind: 'offline',
      severity: 'warning',
      sensorName: null,
      since,
      message: 'Roof has not been heard of for 2 hours.',
    };
    const silent = shown({ isOnline: false, problems: [problem] });
    const { problem: wrong, connection, ...others } = silent;
    assert.deepEqual(
      [...new Set(Object.values(others).map(({ state }) => state))],
      ['unavailable'],
    );
    assert.equal(connection?.state, 'off');
    assert.deepEqual(connection?.attributes, { last_seen_at: '2026-11-21T08:00:00.000Z' });
    assert.equal(wrong?.state, 'on');
    assert.deepEqual(wrong?.attributes, {
      count: 1,
      problems: [
        {
          kind: 'offline',
          severity: 'warning',
          sensor_name: null,
          since: '2026-11-21T08:00:00.000Z',
          message: problem.message,
        },
      ],
    });
  });

  it('says of a pump what waits for it, and is not optimistic', () => {
    const waiting = { command: 'on', since, isFetched: true } as const;
    const sensors = [{ ...main, pump: { ...pump, waiting } }];
    const { state, attributes } = shown({ sensors })['s1_pump'] ?? {};
    assert.equal(state, 'off');
    assert.deepEqual(attributes, {
      waiting_command: 'on',
      waiting_since: '2026-11-21T08:00:00.000Z',
      fetched_by_device: true,
      steered_by_server: false,
      held_off_since: null,
    });
    const { optimistic, retain, payload_on } = described().components['s1_pump'] as never;
    assert.deepEqual([optimistic, retain], [false, false]);
    assert.deepEqual(JSON.parse(payload_on), { sensor_name: 'main', command: 'on' });
  });

  it('offers no switch to who may not switch', () => {
    const { platform, device_class } = described({ maySwitch: false }).components[
      's1_pump'
    ] as never;
    assert.deepEqual([platform, device_class], ['binary_sensor', 'running']);
    assert.equal(JSON.stringify(described({ maySwitch: false })).includes('pump/set'), false);
  });

  it('is in the language of its person, and names a sensor where there are several', () => {
    const sensors = [main, { ...main, sensorNo: 2, name: 'chini' }];
    const names = (tank: Partial<TankView>) =>
      Object.entries(described(tank).components).map(([id, each]) => [
        id,
        'name' in each ? each.name : undefined,
      ]);
    const swahili = Object.fromEntries(names({ language: 'sw', sensors }));
    assert.equal(swahili['s1_level'], 'Kiwango (main)');
    assert.equal(swahili['s2_used_today'], 'Yaliyotumika leo (chini)');
    assert.equal(swahili['problem'], 'Tatizo');
    assert.equal(Object.fromEntries(names({}))['s1_pump'], 'Pump');
  });

  it('keeps its ids over renaming, hand-over and another board', () => {
    const idsOf = (tank: Partial<TankView>) =>
      Object.values(described(tank).components).map((each) =>
        'unique_id' in each ? each.unique_id : undefined,
      );
    const renamed = { name: 'Yard', language: 'sw', macOrSerial: 'SN-0002' } as const;
    const sensors = [{ ...main, name: 'renamed' }];
    assert.deepEqual(idsOf({ ...renamed, sensors }), idsOf({}));
    assert.equal(idsOf({})[0], 'kisima_7_s1_level');
    assert.deepEqual(described(renamed).device['identifiers'], described().device['identifiers']);
  });

  it('removes an entity by its platform alone, once', () => {
    const before = described();
    const now = described({ sensors: [{ ...main, pump: null }] });
    const removing = withoutGone(before, now);
    assert.deepEqual(removing?.components['s1_pump'], { platform: 'switch' });
    assert.deepEqual(faultsOf(configTopic(7), removing as never), []);
    assert.equal(withoutGone(now, now), undefined);
    assert.equal(withoutGone(undefined, now), undefined);
  });

  it('reads its topics back, and no others', () => {
    assert.equal(deviceOfConfigTopic(configTopic(7)), 7);
    assert.equal(deviceOfConfigTopic('homeassistant/device/kisima_0/config'), undefined);
    assert.equal(identityOfPumpTopic('kisima/aa-bb-cc-dd-ee-01/pump/set'), roof.macOrSerial);
    for (const topic of ['kisima/+/pump/set', 'kisima/a/b/pump/set', 'kisima/AAAA/pump/set/x']) {
      assert.equal(identityOfPumpTopic(topic), undefined, topic);
    }
  });
});
