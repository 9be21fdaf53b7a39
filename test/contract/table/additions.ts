import type { Operation } from '../operation.ts';
import { accountAdditions } from './account-additions.ts';
import { alert } from './alerts.ts';
import { cursor, deviceId, oneOf, pages, recordId, required, severity, text } from './fields.ts';
import { groups } from './groups.ts';
import { insights } from './insights.ts';
import { notifications } from './notifications.ts';
import { monthly } from './reports.ts';
import { sharing } from './sharing.ts';

const settled = { min: 0, max: Number.MAX_SAFE_INTEGER };

const me = ['user', 'role', 'language', 'language_chosen', 'water_price', 'services'];

/** Operations that document 1 lacks: for screens that show its records to people. */
export const additions: Operation[] = [
  ...accountAdditions,
  ...insights,
  ...sharing,
  ...groups,
  monthly,
  ...notifications,
  {
    route: 'POST /iot_push_batch.php',
    auth: 'none',
    readsTexts: true,
    json: {
      mac_address: { ...text, forgiven: 'unsaid' },
      api_key: text,
      boot: { type: 'integer', settled: { min: 0, max: 4_294_967_295 }, forgiven: 'unsaid' },
      seq: { type: 'integer', settled: { min: 0, max: 4_294_967_295 }, forgiven: 'unsaid' },
      every_s: { type: 'number', settled: { min: 0.001, max: 86_400 }, forgiven: 'unsaid' },
      results: { ...oneOf(['all', 'refused']), forgiven: 'unsaid' },
      readings: required({ type: 'array' }),
    },
    success: [200],
    failures: [401, 404, 429],
    answers: ['stored', 'repeated', 'refused', 'results', 'pending_commands'],
  },
  {
    route: 'GET /api/devices.php?action=knock',
    auth: 'bearer',
    query: { mac: required(text) },
    success: [200],
    failures: [429],
    answers: ['knock'],
  },
  {
    route: 'GET /api/devices.php?action=doors',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    failures: [404],
    answers: ['arrivals', 'mqtt'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'PUT /api/devices.php?action=update-location',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      latitude: required({ type: 'number', settled: { min: -90, max: 90 } }),
      longitude: required({ type: 'number', settled: { min: -180, max: 180 } }),
    },
    success: [200],
    answers: ['id', 'mac_or_serial', 'device_name', 'location'],
    owned: true,
    needs: 'manager',
  },
  {
    route: 'PUT /api/devices.php?action=update-silence',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      silent_after_minutes: required({ type: 'integer', settled: { min: 1, max: 43_200 } }),
    },
    success: [200],
    answers: ['id', 'mac_or_serial', 'device_name', 'silent_after_minutes'],
    owned: true,
    needs: 'manager',
  },
  {
    route: 'DELETE /api/sensors.php?action=remove',
    auth: 'bearer',
    query: { device_id: deviceId, sensor_name: required(text) },
    success: [200],
    answers: ['device_id', 'sensor_name', 'removed'],
    owned: true,
    needs: 'manager',
  },
  {
    route: 'PUT /api/pump_commands.php?action=clear-latch',
    auth: 'bearer',
    query: { device_id: deviceId, sensor_name: required(text) },
    success: [200],
    answers: ['device_id', 'sensor_name', 'latched'],
    owned: true,
    needs: 'operator',
  },
  {
    route: 'POST /api/sensor_configs.php?action=calibrate',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      amount: required({ type: 'number', settled: { min: 0, max: 1_000_000 } }),
      unit: required(oneOf(['cm', 'litres', 'percent'])),
      measured_cm: { type: 'number', settled: { min: 0, max: 10_000 } },
    },
    success: [200],
    answers: ['id', 'sensor_name', 'capacity', 'tank'],
    owned: true,
    needs: 'manager',
  },
  {
    route: 'GET /api/alerts.php?action=told',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: ['acknowledged_by', 'people'],
    owned: true,
    needs: 'manager',
  },
  {
    route: 'GET /api/alerts.php?action=devices',
    auth: 'bearer',
    query: {
      id: recordId,
      limit: { type: 'integer', min: 1, max: 500, fallback: 50 },
      silent: oneOf(['true', 'false']),
    },
    additions: { after: { type: 'integer', settled, why: pages } },
    success: [200],
    answers: [
      ...['device_id', 'device_name', 'mac_or_serial', 'online', 'last_seen_at', 'location'],
      ...['role', 'silent_since', 'back_at', 'sensors'],
    ],
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'PUT /api/alerts.php?action=acknowledge',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: [...alert, 'acknowledged_at', 'acknowledged_by'],
    owned: true,
    needs: 'operator',
  },
  {
    route: 'PUT /api/alerts.php?action=snooze',
    auth: 'bearer',
    query: { id: recordId, until: required(text) },
    success: [200],
    answers: [...alert, 'snoozed_until'],
    owned: true,
    needs: 'operator',
  },
  {
    route: 'GET /api/tanks',
    auth: 'bearer',
    query: {
      limit: { type: 'integer', min: 1, max: 500, fallback: 500 },
      device_id: text,
    },
    additions: { after: { type: 'integer', settled, why: pages } },
    success: [200],
    failures: [404],
    answers: [
      ...['device_id', 'device_name', 'mac_or_serial', 'is_primary', 'online', 'last_seen_at'],
      ...['location', 'battery', 'signal', 'key', 'unread_alerts', 'sensors', 'pump'],
    ],
  },
  {
    route: 'GET /api/alerts',
    auth: 'bearer',
    query: {
      device_id: text,
      limit: { type: 'integer', min: 1, max: 500, fallback: 50 },
      severity,
      unread: { ...oneOf(['true', 'false']), fallback: 'false' },
    },
    additions: { before: cursor },
    success: [200],
    failures: [404],
    answers: alert,
  },
  { route: 'GET /api/me', auth: 'bearer', success: [200], answers: me },
  {
    route: 'PUT /api/me',
    auth: 'bearer',
    json: { language: required(oneOf(['en', 'sw'])) },
    success: [200],
    answers: me,
  },
  { route: 'DELETE /api/me/sessions', auth: 'bearer', success: [200], answers: ['ended'] },
  {
    route: 'POST /api/me/tokens',
    auth: 'bearer',
    json: {
      name: required(text),
      scope: required(oneOf(['read', 'operate'])),
      device_ids: { type: 'array' },
      current_password: text,
      code: text,
    },
    success: [201],
    failures: [404, 409],
    answers: ['id', 'name', 'scope', 'device_ids', 'prefix', 'token', 'created_at'],
  },
  {
    route: 'GET /api/me/tokens',
    auth: 'bearer',
    success: [200],
    answers: ['id', 'name', 'scope', 'device_ids', 'prefix', 'created_at', 'last_used_at'],
  },
];
