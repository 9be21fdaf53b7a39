import { type EntityKey, entityName } from './entity-names.ts';
import type { SensorView, TankView } from './tank-view.ts';
import { nodeIdOf, pumpTopic, stateTopic } from './topics.ts';

/** Entity of a tank as discovery describes it: the keys of its platform in Home Assistant. */
export type Component = { platform: 'sensor' | 'binary_sensor' | 'switch' } & Record<
  string,
  string | number | boolean
>;

type Described = { key: EntityKey; component: Component };

const measured = { platform: 'sensor', state_class: 'measurement' } as const;
const diagnostic = { entity_category: 'diagnostic' } as const;

/**
 * Describes the entities of a tank, by ids that no renaming changes. Device classes have the units and state
 * classes that Home Assistant allows them: a level in percent has no class of its own there.
 */
export function componentsOf(tank: TankView): Record<string, Component> {
  const ofDevice = describeDevice(tank).map((each) => complete(tank, each, undefined));
  const ofSensors = tank.sensors.flatMap((sensor) =>
    describeSensor(tank, sensor).map((each) => complete(tank, each, sensor)),
  );
  return Object.fromEntries([...ofSensors, ...ofDevice]);
}

function describeSensor(tank: TankView, sensor: SensorView): Described[] {
  const level = { ...measured, unit_of_measurement: '%', icon: 'mdi:water-percent' };
  const litres = { ...measured, device_class: 'volume_storage', unit_of_measurement: 'L' };
  const used = {
    platform: 'sensor',
    device_class: 'water',
    unit_of_measurement: 'L',
    state_class: 'total_increasing',
  } as const;
  const daysLeft = { ...measured, device_class: 'duration', unit_of_measurement: 'd' };
  const temperature = { ...measured, device_class: 'temperature', unit_of_measurement: '°C' };
  const oneDecimal = { suggested_display_precision: 1 };
  const noDecimals = { suggested_display_precision: 0 };
  return [
    { key: 'level', component: { ...level, ...noDecimals } },
    ...(sensor.hasLitres
      ? ([
          { key: 'litres', component: { ...litres, ...noDecimals } },
          { key: 'used_today', component: { ...used, ...noDecimals } },
        ] as const)
      : []),
    ...(sensor.temperature === null
      ? []
      : ([{ key: 'temperature', component: { ...temperature, ...oneDecimal } }] as const)),
    { key: 'days_left', component: { ...daysLeft, ...oneDecimal } },
    ...(sensor.pump === null
      ? []
      : ([{ key: 'pump', component: describePump(tank, sensor) }] as const)),
  ];
}

/**
 * A switch where the pump may be switched, else a sensor. Its state is what the device said, so it is not
 * optimistic; a pump of which nothing is known is `None`, which both platforms show as unknown.
 */
function describePump(tank: TankView, sensor: SensorView): Component {
  const attributes = attributesFrom(stateTopic(tank.macOrSerial), `${partOf(sensor)}.pump_facts`);
  if (!tank.maySwitch) {
    return { platform: 'binary_sensor', device_class: 'running', ...attributes };
  }
  return {
    platform: 'switch',
    icon: 'mdi:water-pump',
    command_topic: pumpTopic(tank.macOrSerial),
    payload_on: JSON.stringify({ sensor_name: sensor.name, command: 'on' }),
    payload_off: JSON.stringify({ sensor_name: sensor.name, command: 'off' }),
    state_on: 'ON',
    state_off: 'OFF',
    optimistic: false,
    // A retained command would be sent again at each start of the broker.
    retain: false,
    ...attributes,
  };
}

function describeDevice({ macOrSerial, battery, signal }: TankView): Described[] {
  const topic = stateTopic(macOrSerial);
  const problem = { platform: 'binary_sensor', device_class: 'problem' } as const;
  const connection = { platform: 'binary_sensor', device_class: 'connectivity' } as const;
  const ofBattery = { ...measured, device_class: 'battery', unit_of_measurement: '%' };
  const ofSignal = { ...measured, device_class: 'signal_strength', unit_of_measurement: 'dBm' };
  return [
    { key: 'problem', component: { ...problem, ...attributesFrom(topic, 'problem_facts') } },
    {
      key: 'connection',
      component: {
        ...connection,
        ...diagnostic,
        payload_on: 'online',
        payload_off: 'offline',
        ...attributesFrom(topic, 'connection_facts'),
      },
    },
    ...(battery === null
      ? []
      : ([{ key: 'battery', component: { ...ofBattery, ...diagnostic } }] as const)),
    ...(signal === null
      ? []
      : ([{ key: 'signal', component: { ...ofSignal, ...diagnostic } }] as const)),
  ];
}

function attributesFrom(topic: string, path: string) {
  return {
    json_attributes_topic: topic,
    json_attributes_template: `{{ value_json.${path} | tojson }}`,
  };
}

/** Key of a sensor's part in the state. */
export function partOf({ sensorNo }: Pick<SensorView, 'sensorNo'>): string {
  return `s${sensorNo}`;
}

/** Whether a device is silent, and what is wrong with it, is known above all while it is silent. */
const knownOfSilent: ReadonlySet<EntityKey> = new Set(['problem', 'connection']);

function complete(
  tank: TankView,
  { key, component }: Described,
  sensor: SensorView | undefined,
): [id: string, component: Component] {
  const topic = stateTopic(tank.macOrSerial);
  const id = sensor ? `${partOf(sensor)}_${key}` : key;
  const path = sensor ? `${partOf(sensor)}.${key}` : key;
  const told = tank.sensors.length > 1 ? sensor?.name : undefined;
  const availability = {
    availability_topic: topic,
    availability_template: '{{ value_json.connection }}',
  };
  return [
    id,
    {
      ...component,
      unique_id: `${nodeIdOf(tank.deviceId)}_${id}`,
      name: entityName(key, tank.language, told),
      state_topic: topic,
      value_template: `{{ value_json.${path} }}`,
      // Of the message as a whole Home Assistant passes topics and availability on to entities, and not this.
      qos: 1,
      ...(!knownOfSilent.has(key) && availability),
    },
  ];
}
