import type { Model } from './decoders/decoders.ts';
import type { MappedField, Mapping } from './mapping.ts';

/** A mapping for a sensor that is sold for tanks. */
export type ReadyMapping = {
  model: Model;
  name: string;
  /** Reads frames by our own decoder. */
  mapping: Mapping;
  /** Reads the fields of the decoder that the maker publishes for network servers. */
  decoded: Mapping;
};

/**
 * Percent of a lithium cell of 3.6 V between 2.5 V, where these boards stop, and full. Its voltage hardly falls
 * before the end, so the percent says when it is over rather than how much is left.
 */
const ofLithium = { factor: 100 / 1.1, offset: -250 / 1.1 };

const distance: MappedField = { field: 'distance_cm', path: 'distance_mm', unit: 'mm' };
const temperature: MappedField = { field: 'temperature', path: 'temperature' };
const percent: MappedField = { field: 'battery_percent', path: 'battery_percent' };
const volts: MappedField = { field: 'battery_percent', path: 'battery_v', ...ofLithium };

/** Names as in Milesight's decoders: `{"battery": 100, "distance": 30}`. */
const milesight: MappedField[] = [
  { field: 'distance_cm', path: 'distance', unit: 'mm' },
  { field: 'battery_percent', path: 'battery' },
];

/** Names as in Dragino's: `{"Bat": 3.35, "Distance": "1034 mm", "TempC_DS18B20": "21.50"}`. */
const dragino: MappedField[] = [
  { field: 'distance_cm', path: 'Distance', unit: 'mm' },
  { field: 'temperature', path: 'TempC_DS18B20' },
  { field: 'battery_percent', path: 'Bat', ...ofLithium },
];

const ready = (model: Model, name: string, fields: MappedField[], vendors: MappedField[]) => ({
  model,
  name,
  mapping: { decoder: model, fields },
  decoded: { decoder: null, fields: vendors },
});

export const readyMappings: readonly ReadyMapping[] = [
  ready('em500-udl', 'Milesight EM500-UDL', [distance, percent], milesight),
  ready(
    'em400-tld',
    'Milesight EM400-TLD',
    [distance, temperature, percent],
    [...milesight, temperature],
  ),
  ready('ldds45', 'Dragino LDDS45', [distance, temperature, volts], dragino),
  ready('ldds75', 'Dragino LDDS75', [distance, temperature, volts], dragino),
  ready('dds75-lb', 'Dragino DDS75-LB', [distance, temperature, volts], dragino),
];

/** The ready mapping of a device whose profile names its model: `Milesight EM500-UDL (EU868)`. */
export function readyFor(profile: string | null): ReadyMapping | undefined {
  const name = plain(profile ?? '');
  const found = readyMappings.filter(({ model }) => name.includes(plain(model)));
  // The longest, since `ldds75` must not be taken for another's.
  return found.sort((a, b) => b.model.length - a.model.length)[0];
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
