import type { Operation } from '../operation.ts';
import { deviceId, recordId, required, text } from './fields.ts';

const config = ['id', 'device_id', 'sensor_name', 'capacity', 'high_threshold', 'low_threshold'];

/** Document 1, section 4 "Sensor configs". */
const pumpRuns = 'a pump that nobody stops floods a house or burns out';

export const sensorConfigs: Operation[] = [
  {
    route: 'GET /api/sensor_configs.php?action=list',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: config,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'POST /api/sensor_configs.php?action=save',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      capacity: { type: 'integer', min: 100, max: 100_000 },
      high_threshold: { type: 'integer', min: 50, max: 99 },
      low_threshold: { type: 'integer', min: 1, max: 49 },
    },
    additions: {
      tank: { type: 'object', why: 'a height says how much water there is only by the shape' },
      supply: { ...text, why: 'a ration that is stated tells how long water has to last' },
      muted: {
        type: 'array',
        why: 'an alert that its owner knows to be wrong must not wake anybody',
      },
      pump_max_minutes: { type: 'integer', settled: { min: 1, max: 1440 }, why: pumpRuns },
      pump_rest_minutes: { type: 'integer', settled: { min: 0, max: 1440 }, why: pumpRuns },
      pump_litres_per_hour: {
        type: 'integer',
        settled: { min: 0, max: 1_000_000 },
        why: 'a pump that is known to be slow is not taken to run dry',
      },
      fills_from: { type: 'object', why: 'a pump must not empty the tank that it draws from' },
    },
    success: [200, 201],
    answers: config,
    owned: true,
    needs: 'manager',
  },
  {
    route: 'DELETE /api/sensor_configs.php?action=remove',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: ['id', 'removed'],
    owned: true,
    needs: 'manager',
  },
];
