import type { Operation } from '../operation.ts';
import { cursor, oneOf, recordId, required, text } from './fields.ts';

const path = '/api/notifications.php';
const settings = [
  ...['channels', 'devices', 'quiet_hours', 'timezone', 'escalate_minutes', 'sms_a_day'],
  ...['sms', 'email', 'webhook', 'web_push'],
];
const notification = [
  ...['id', 'channel', 'address', 'reason', 'status', 'attempts', 'error', 'title', 'lines'],
  ...['incidents', 'created_at', 'next_try_at', 'delivered_at'],
];

/** Notification settings, in the manner of document 1. */
export const notifications: Operation[] = [
  { route: `GET ${path}?action=settings`, auth: 'bearer', success: [200], answers: settings },
  {
    route: `POST ${path}?action=save`,
    auth: 'bearer',
    json: {
      device_id: text,
      channels: { type: 'object' },
      quiet_hours: { type: 'object' },
      sms_key: text,
      sms_base: text,
      sms_webhook_secret: text,
      webhook_url: text,
      escalate_minutes: { type: 'integer', min: 1, max: 1440 },
      sms_a_day: { type: 'integer', min: 0, max: 200 },
    },
    success: [200],
    failures: [404],
    answers: settings,
  },
  {
    route: `POST ${path}?action=subscribe`,
    auth: 'bearer',
    json: { endpoint: required(text), keys: required({ type: 'object' }) },
    success: [201],
    failures: [409],
    answers: ['id', 'browser', 'service', 'created_at'],
  },
  {
    route: `POST ${path}?action=unsubscribe`,
    auth: 'bearer',
    json: { endpoint: required(text) },
    success: [200],
    answers: ['removed'],
  },
  {
    route: `DELETE ${path}?action=remove-subscription`,
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    failures: [404],
    answers: ['id', 'removed'],
  },
  {
    route: `POST ${path}?action=verify-phone`,
    auth: 'bearer',
    json: { phone: required(text), current_password: text },
    success: [200],
    failures: [409, 429, 502],
    answers: ['phone', 'expires_at'],
  },
  {
    route: `POST ${path}?action=confirm-phone`,
    auth: 'bearer',
    json: { code: required(text) },
    success: [200],
    failures: [409],
    answers: settings,
  },
  {
    route: `POST ${path}?action=test`,
    auth: 'bearer',
    json: { channel: required(oneOf(['sms', 'email', 'webhook', 'web-push'])) },
    success: [201],
    failures: [409, 429],
    answers: notification,
  },
  {
    route: `GET ${path}?action=history`,
    auth: 'bearer',
    query: { limit: { type: 'integer', min: 1, max: 500, fallback: 50 } },
    additions: { before: cursor },
    success: [200],
    answers: notification,
  },
];
