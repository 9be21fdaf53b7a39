import type { Operation } from '../operation.ts';
import {
  deviceId,
  distance,
  latitude,
  levelCm,
  levelUnless,
  longitude,
  number,
  oneOf,
  onOff,
  pages,
  points,
  reading,
  required,
  text,
} from './fields.ts';

const hours = { type: 'integer', min: 1, max: 168, fallback: 24 } as const;
const readingStatus = oneOf(['normal', 'warning', 'critical']);

/** Document 1, section 4 "Sensors". */
export const sensors: Operation[] = [
  {
    route: 'GET /api/sensors.php?action=latest',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: reading,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'GET /api/sensors.php?action=history',
    auth: 'bearer',
    query: { device_id: deviceId, hours, sensor_name: text },
    additions: { after: { ...text, why: pages }, points },
    success: [200],
    answers: reading,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'POST /api/sensors.php?action=reading',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: { ...required(text), unless: ['readings'] },
      level: levelUnless('level_cm'),
      level_cm: levelCm,
      volume: { ...number, settled: { min: 0, max: 1e12 } },
      temperature: { ...number, settled: { min: -273.15, max: 1000 } },
      pump_status: onOff,
      latitude,
      longitude,
      status: { ...readingStatus, fallback: 'normal' },
    },
    additions: {
      distance_cm: distance,
      recorded_at: { ...text, why: 'what was measured earlier may be noted later' },
      readings: { type: 'array', why: 'a notebook of months, or another system, is brought over' },
    },
    success: [201],
    furtherSuccess: { 200: 'of a list, with what became of each' },
    answers: reading,
    owned: true,
    needs: 'operator',
  },
  {
    route: 'GET /api/sensors.php?action=summary',
    auth: 'bearer',
    query: { device_id: deviceId, hours },
    success: [200],
    answers: ['sensor_name', 'average', 'minimum', 'maximum'],
    owned: true,
    needs: 'viewer',
  },
];
