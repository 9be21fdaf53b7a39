import type { Addition, Parameter } from '../operation.ts';

export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const oneOf = <const W extends readonly string[]>(words: W) =>
  ({ type: 'string', words }) as const;
export const required = <P extends Parameter>(parameter: P) =>
  ({ ...parameter, required: true }) as const;

export const deviceId = required(text);
export const positive = { min: 1, max: Number.MAX_SAFE_INTEGER };
export const recordId = required({ type: 'integer', settled: positive });
export const latitude = { ...number, settled: { min: -90, max: 90 } };
export const longitude = { ...number, settled: { min: -180, max: 180 } };
export const level = { ...number, settled: { min: -10, max: 110 } };
export const levelCm = { ...number, settled: { min: -100, max: 1_000_000 } };
/** Fields from which the level is computed, where a tank's shape is known. */
export const levelUnless = <const H extends string>(height: H) =>
  ({ ...required(level), unless: [height, 'distance_cm'] }) as const;
export const distance = {
  ...number,
  settled: { min: 1, max: 100_000 },
  why: 'a sensor under the lid measures the distance down to the water',
} satisfies Addition;

export const onOff = oneOf(['on', 'off']);
export const commandWord = oneOf(['on', 'off', 'auto', 'schedule']);
export const severity = oneOf(['critical', 'warning', 'info']);
export const alertType = oneOf(['overflow', 'low', 'sensor', 'pump', 'offline', 'maintenance']);

export const reading = [
  ...['id', 'device_id', 'sensor_name', 'level', 'level_cm', 'volume', 'temperature'],
  ...['pump_status', 'latitude', 'longitude', 'status'],
];
export const command = [
  ...['id', 'device_id', 'sensor_name', 'command', 'turn_on_below', 'turn_off_above'],
  ...['source', 'acknowledged_at'],
];

export const pages = 'a long list comes in pages; the Link header leads to the next';
export const points = {
  type: 'integer',
  settled: { min: 2, max: 5000 },
  why: 'a chart has only so many pixels, and telephones pay for each byte',
} satisfies Addition;
export const cursor = { type: 'integer', settled: positive, why: pages } satisfies Addition;
