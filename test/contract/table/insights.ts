import type { Operation } from '../operation.ts';
import { deviceId, oneOf, positive, recordId, required, text } from './fields.ts';

const path = '/api/insights.php';
const frame = ['device_id', 'period', 'start_date', 'end_date', 'timezone'];
/** As the reports take them. */
const range = {
  device_id: deviceId,
  period: { ...oneOf(['1d', '7d', '30d', '90d']), fallback: '7d' },
  sensor_name: text,
  start_date: text,
  end_date: text,
};
const receipt = [
  ...['id', 'sensor_name', 'received_at', 'litres', 'supplier', 'price', 'created_at'],
];

/** Figures computed from readings, in the manner of document 1. */
export const insights: Operation[] = [
  {
    route: `GET ${path}?action=refills`,
    auth: 'bearer',
    query: {
      ...range,
      limit: { type: 'integer', min: 1, max: 100, fallback: 50 },
      before: text,
    },
    success: [200],
    answers: [...frame, 'refills', 'unmatched_receipts'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: `POST ${path}?action=receipt`,
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      received_at: required(text),
      litres: required({ type: 'number', min: 1, max: 100_000 }),
      supplier: text,
      price: { type: 'number', min: 0, max: 10_000_000 },
    },
    success: [201],
    failures: [404],
    answers: receipt,
    owned: true,
    needs: 'operator',
  },
  {
    route: `DELETE ${path}?action=delete-receipt`,
    auth: 'bearer',
    query: { id: { ...recordId, settled: positive } },
    success: [200],
    answers: ['id', 'deleted'],
    owned: true,
    needs: 'operator',
  },
  {
    route: `PUT ${path}?action=refill-source`,
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      began_at: required(text),
      source: oneOf(['pump', 'tanker', 'mains']),
    },
    success: [200],
    failures: [404],
    answers: ['device_id', 'sensor_name', 'began_at', 'source'],
    owned: true,
    needs: 'operator',
  },
  {
    route: `GET ${path}?action=corrections`,
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: ['device_id', 'corrections'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: `POST ${path}?action=cleaning`,
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      from: required(text),
      until: required(text),
    },
    success: [201],
    failures: [404, 409],
    answers: ['id', 'sensor_name', 'kind', 'from', 'until', 'created_at'],
    owned: true,
    needs: 'operator',
  },
  {
    route: `DELETE ${path}?action=delete-refill`,
    auth: 'bearer',
    query: { id: required(text) },
    success: [200],
    failures: [409],
    answers: ['id', 'deleted'],
    owned: true,
    needs: 'operator',
  },
  {
    route: `DELETE ${path}?action=delete-correction`,
    auth: 'bearer',
    query: { id: { ...recordId, settled: positive } },
    success: [200],
    answers: ['id', 'deleted'],
    owned: true,
    needs: 'operator',
  },
  {
    route: `GET ${path}?action=leaks`,
    auth: 'bearer',
    query: range,
    success: [200],
    answers: [...frame, 'water_price', 'sensors'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: `GET ${path}?action=quality`,
    auth: 'bearer',
    query: range,
    success: [200],
    answers: [...frame, 'sensors'],
    owned: true,
    needs: 'viewer',
  },
  insight('forecast'),
  insight('usual'),
];

function insight(action: string): Operation {
  return {
    route: `GET ${path}?action=${action}`,
    auth: 'bearer',
    query: { device_id: deviceId, sensor_name: text },
    success: [200],
    answers: ['device_id', 'at', 'timezone', 'sensors'],
    owned: true,
    needs: 'viewer',
  };
}
