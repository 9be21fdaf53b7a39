/**
 * Home Assistant's published rules for messages of discovery, in our words: its documentation of MQTT and of
 * the platforms sensor, binary_sensor and switch, and the table of units and state classes by device class of
 * its sensors (late 2025). Only what a tank can need is listed, so that anything else is a fault.
 */

type Keys = readonly string[];

const ofMessage: Keys = ['device', 'origin', 'components', 'state_topic', 'command_topic'];
/** Taken there, but not passed on to the entities, so that it does nothing. */
const ofMessageInVain: Keys = ['qos', 'encoding'];
const ofDevice: Keys = [
  ...['identifiers', 'connections', 'name', 'manufacturer', 'model', 'model_id', 'hw_version'],
  ...['sw_version', 'serial_number', 'suggested_area', 'via_device', 'configuration_url'],
];
const ofOrigin: Keys = ['name', 'sw_version', 'support_url'];

const ofEveryEntity: Keys = [
  ...['platform', 'unique_id', 'name', 'icon', 'entity_category', 'enabled_by_default'],
  ...['availability_topic', 'availability_template', 'payload_available', 'payload_not_available'],
  ...['json_attributes_topic', 'json_attributes_template', 'device_class', 'value_template'],
  ...['state_topic', 'qos', 'encoding'],
];

type Platform = { allowed: Keys; required: Keys; classes: Keys };

const platforms: Record<string, Platform> = {
  sensor: {
    allowed: [
      ...['unit_of_measurement', 'state_class', 'expire_after', 'force_update', 'options'],
      ...['suggested_display_precision', 'last_reset_value_template'],
    ],
    required: ['state_topic', 'unique_id'],
    classes: ['battery', 'duration', 'signal_strength', 'temperature', 'volume_storage', 'water'],
  },
  binary_sensor: {
    allowed: ['payload_on', 'payload_off', 'off_delay', 'expire_after', 'force_update'],
    required: ['state_topic', 'unique_id'],
    classes: ['connectivity', 'problem', 'running', 'battery', 'moisture'],
  },
  switch: {
    allowed: [
      ...['command_topic', 'command_template', 'payload_on', 'payload_off', 'state_on'],
      ...['state_off', 'optimistic', 'retain'],
    ],
    required: ['command_topic', 'unique_id'],
    classes: ['outlet', 'switch'],
  },
};

/** Units and state classes that a device class of a sensor allows. */
const classes: Record<string, { units: Keys; states: Keys }> = {
  battery: { units: ['%'], states: ['measurement'] },
  duration: {
    units: ['d', 'h', 'min', 's', 'ms', 'μs'],
    states: ['measurement', 'total', 'total_increasing'],
  },
  signal_strength: { units: ['dB', 'dBm'], states: ['measurement'] },
  temperature: { units: ['°C', '°F', 'K'], states: ['measurement'] },
  volume_storage: { units: ['L', 'mL', 'm³', 'gal', 'ft³', 'CCF'], states: ['measurement'] },
  water: { units: ['L', 'm³', 'gal', 'ft³', 'CCF'], states: ['total', 'total_increasing'] },
};

const allStates: Keys = ['measurement', 'measurement_angle', 'total', 'total_increasing'];

const categories: Record<string, Keys> = {
  sensor: ['diagnostic'],
  binary_sensor: ['diagnostic'],
  switch: ['diagnostic', 'config'],
};

type Fields = Record<string, unknown>;
export type Config = {
  device: Fields;
  origin: Fields;
  components: Record<string, Fields & { platform: string }>;
};

/** Returns what Home Assistant would refuse, or complain about in its log. */
export function faultsOf(topic: string, config: Config): string[] {
  const { device, origin, components } = config;
  const ids = Object.values(components).flatMap(({ unique_id }) => (unique_id ? [unique_id] : []));
  return [
    ...(/^homeassistant\/device\/[\w-]+\/config$/.test(topic) ? [] : [`topic ${topic}`]),
    ...unknownKeys('message', config, [...ofMessage, ...ofMessageInVain]),
    ...unknownKeys('device', device, ofDevice),
    ...unknownKeys('origin', origin, ofOrigin),
    ...(device['identifiers'] || device['connections'] ? [] : ['device without identifiers']),
    ...(typeof origin['name'] === 'string' ? [] : ['origin without name']),
    ...ofMessageInVain.filter((key) => key in config).map((key) => `message: ${key} in vain`),
    ...[...Object.entries(device), ...Object.entries(origin)].flatMap(faultsOfFact),
    ...(new Set(ids).size === ids.length ? [] : ['unique ids that are not']),
    ...Object.entries(components).flatMap(([id, component]) => faultsOfEntity(id, component)),
  ];
}

function unknownKeys(where: string, fields: Fields, known: Keys): string[] {
  const unknown = Object.keys(fields).filter((key) => !known.includes(key));
  return unknown.map((key) => `${where}: ${key}`);
}

function faultsOfEntity(id: string, entity: Fields & { platform: string }): string[] {
  const platform = platforms[entity.platform];
  if (!platform) return [`${id}: platform ${entity.platform}`];
  // A platform alone removes the entity.
  if (Object.keys(entity).length === 1) return [];
  const category = entity['entity_category'];
  const deviceClass = entity['device_class'];
  const topics = Object.entries(entity).filter(([key]) => key.endsWith('_topic'));
  return [
    ...unknownKeys(id, entity, [...ofEveryEntity, ...platform.allowed]),
    ...platform.required.filter((key) => !entity[key]).map((key) => `${id}: no ${key}`),
    ...(category === undefined || categories[entity.platform]?.includes(String(category))
      ? []
      : [`${id}: category ${category}`]),
    ...(deviceClass === undefined || platform.classes.includes(String(deviceClass))
      ? []
      : [`${id}: device class ${deviceClass}`]),
    ...(entity.platform === 'sensor' ? faultsOfSensor(id, entity) : []),
    ...topics.filter(([, name]) => !isTopic(name)).map(([key]) => `${id}: ${key}`),
    ...Object.entries(entity).flatMap(([key, value]) =>
      isOfKind(key, value) ? [] : [`${id}: ${key} ${value}`],
    ),
    ...[['payload_on', 'payload_off'] as const, ['state_on', 'state_off'] as const]
      .filter(([on, off]) => entity[on] !== undefined && entity[on] === entity[off])
      .map(([on]) => `${id}: ${on} is that of off`),
  ];
}

/** Facts of a device and of where a message comes from are texts, its identifiers a list of them. */
function faultsOfFact([key, value]: [string, unknown]): string[] {
  if (key === 'identifiers') return isTexts(value) ? [] : [`fact ${key}`];
  const isAddress = key === 'configuration_url' || key === 'support_url';
  const schemes = key === 'support_url' ? /^https?:\/\/./ : /^(https?|homeassistant):\/\/./;
  const isRight = typeof value === 'string' && (!isAddress || schemes.test(value));
  return isRight ? [] : [`fact ${key}`];
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

const booleans: Keys = ['optimistic', 'retain', 'force_update', 'enabled_by_default'];
const counts: Keys = ['suggested_display_precision', 'expire_after', 'off_delay'];

/** What kind of value a key of an entity has; a template has to end what it begins. */
function isOfKind(key: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (booleans.includes(key)) return typeof value === 'boolean';
  if (counts.includes(key)) return Number.isInteger(value) && Number(value) >= 0;
  if (key === 'qos') return value === 0 || value === 1 || value === 2;
  if (typeof value !== 'string' || value === '') return false;
  if (key === 'icon') return /^[\w-]+:[\w-]+$/.test(value);
  if (!key.endsWith('_template')) return true;
  return value.split('{{').length === value.split('}}').length && value.includes('{{');
}

function faultsOfSensor(id: string, sensor: Fields): string[] {
  const { device_class, unit_of_measurement: unit, state_class: state } = sensor;
  if (state !== undefined && !allStates.includes(String(state)))
    return [`${id}: state class ${state}`];
  // Whoever reckons with a value wants to know of what it is.
  if (state !== undefined && unit === undefined) return [`${id}: state class without a unit`];
  if (device_class === undefined) return [];
  const { units = [], states = [] } = classes[String(device_class)] ?? {};
  return [
    ...(units.includes(String(unit)) ? [] : [`${id}: unit ${unit} of ${device_class}`]),
    ...(state === undefined || states.includes(String(state))
      ? []
      : [`${id}: state class ${state} of ${device_class}`]),
  ];
}

/** Without wildcards, and not longer than MQTT's 65,535 bytes. */
function isTopic(name: unknown): boolean {
  return typeof name === 'string' && /^[^#+\0]{1,1000}$/.test(name);
}
