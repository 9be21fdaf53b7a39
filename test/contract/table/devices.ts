import type { Operation } from '../operation.ts';
import { cursor, deviceId, pages, positive, required, text } from './fields.ts';

const device = ['id', 'mac_or_serial', 'device_name', 'online', 'location'];

/** Document 1, section 4 "Devices". */
export const devices: Operation[] = [
  {
    route: 'GET /api/devices.php?action=list',
    auth: 'bearer',
    additions: {
      limit: { type: 'integer', settled: { min: 1, max: 500 }, fallback: 500, why: pages },
      after: { ...cursor, settled: { ...positive, min: 0 } },
    },
    success: [200],
    answers: device,
  },
  {
    route: 'POST /api/devices.php?action=register',
    auth: 'bearer',
    json: { mac_or_serial: required(text) },
    success: [201],
    furtherSuccess: { 200: "the caller's own device again, which is no conflict" },
    failures: [409],
    answers: device,
  },
  {
    route: 'GET /api/devices.php?action=check',
    auth: 'bearer',
    success: [200],
    answers: ['has_device', 'count'],
  },
  {
    route: 'GET /api/devices.php?action=primary',
    auth: 'bearer',
    success: [200],
    failures: [404],
    answers: device,
  },
  {
    route: 'GET /api/devices.php?action=exists',
    auth: 'bearer',
    query: { mac: required(text) },
    success: [200],
    answers: ['exists', 'owned_by_me'],
  },
  {
    route: 'PUT /api/devices.php?action=update-name',
    auth: 'bearer',
    json: { mac_or_serial: required(text), device_name: text },
    success: [200],
    failures: [404],
    answers: device,
    owned: true,
    needs: 'manager',
  },
  {
    route: 'DELETE /api/devices.php?action=remove',
    auth: 'bearer',
    query: { id: deviceId },
    success: [200],
    failures: [404],
    answers: ['id', 'removed'],
    owned: true,
    needs: 'owner',
  },
  {
    route: 'GET /api/devices.php?action=location',
    auth: 'bearer',
    query: { id: deviceId },
    success: [200],
    failures: [404],
    answers: ['device_id', 'online', 'location', 'history'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'POST /api/devices.php?action=api-key',
    auth: 'bearer',
    json: { device_id: deviceId },
    additions: {
      rotate: { type: 'boolean', why: 'a key that leaked must be replaceable' },
      overlap_hours: {
        type: 'integer',
        settled: { min: 0, max: 168 },
        why: 'a board that hangs on a tank is reached some days after its key was changed',
      },
      required: { type: 'boolean', why: 'an owner may want that nobody pushes without the key' },
      only_signed: {
        type: 'boolean',
        why: 'a board without TLS would send its key for anybody to replay',
      },
    },
    success: [200],
    answers: ['device_id', 'api_key'],
    owned: true,
    needs: 'manager',
  },
];
