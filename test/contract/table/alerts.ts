import type { Operation } from '../operation.ts';
import { alertType, cursor, deviceId, recordId, required, severity, text } from './fields.ts';

export const alert = ['id', 'device_id', 'type', 'severity', 'message', 'sensor_name', 'is_read'];

/** Document 1, section 4 "Alerts". */
export const alerts: Operation[] = [
  {
    route: 'GET /api/alerts.php?action=list',
    auth: 'bearer',
    query: {
      device_id: deviceId,
      limit: { type: 'integer', settled: { min: 1, max: 500 }, fallback: 50 },
      severity,
    },
    additions: { before: cursor },
    success: [200],
    answers: alert,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'GET /api/alerts.php?action=unread-count',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: ['unread_count'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'POST /api/alerts.php?action=create',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      type: required(alertType),
      severity: { ...severity, fallback: 'info' },
      message: required(text),
      sensor_name: text,
    },
    success: [201],
    answers: alert,
    owned: true,
    needs: 'operator',
  },
  {
    route: 'PUT /api/alerts.php?action=mark-read',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: alert,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'PUT /api/alerts.php?action=mark-all-read',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: ['updated'],
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'DELETE /api/alerts.php?action=delete',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: ['id', 'deleted'],
    owned: true,
    needs: 'operator',
  },
];
