import type { Addition, Operation } from '../operation.ts';
import { cursor, deviceId, oneOf, pages, positive, recordId, required, text } from './fields.ts';

const path = '/api/devices.php';
const id = required({ type: 'integer', settled: positive });
const email = required({ type: 'string', format: 'email' });
const deviceUnlessGroup = { ...deviceId, unless: ['group_id'] };
const groupId = {
  type: 'integer',
  settled: positive,
  why: 'a group is shared as a device is',
} satisfies Addition;
const share = [
  ...['id', 'device_id', 'group_id', 'role', 'email', 'phone', 'status', 'user', 'owner', 'from'],
  ...['created_at', 'expires_at', 'accepted_at', 'sms_paid_a_day', 'code', 'link_code'],
];

const code = {
  ...text,
  why: 'an invitation by phone is for whoever has the link that was sent there',
} satisfies Addition;

const newOwner = {
  ...text,
  why: 'who buys a house may have a phone and no e-mail',
} satisfies Addition;

/** The people of a device, in the manner of document 1. */
export const sharing: Operation[] = [
  {
    route: `POST ${path}?action=share`,
    auth: 'bearer',
    json: {
      device_id: deviceUnlessGroup,
      to: required(text),
      role: required(oneOf(['viewer', 'operator', 'manager'])),
    },
    additions: { group_id: groupId },
    success: [201],
    furtherSuccess: { 200: 'another role for whoever has one, or is invited' },
    answers: share,
    owned: true,
    needs: 'manager',
  },
  {
    route: `GET ${path}?action=shares`,
    auth: 'bearer',
    query: { device_id: deviceUnlessGroup },
    additions: { group_id: groupId },
    success: [200],
    answers: share,
    owned: true,
    needs: 'viewer',
  },
  {
    route: `DELETE ${path}?action=unshare`,
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: ['id', 'removed'],
    owned: true,
    needs: 'manager',
  },
  {
    route: `PUT ${path}?action=pay-sms`,
    auth: 'bearer',
    json: { id: recordId },
    additions: {
      a_day: {
        type: 'integer',
        settled: { min: 1, max: 100 },
        why: 'the most SMS within a day that the owner pays for; without it the owner pays for none',
      },
      current_password: {
        ...text,
        why: 'the key that the server makes itself needs it with two-step sign-in',
      },
    },
    success: [200],
    answers: share,
    owned: true,
    needs: 'owner',
  },
  {
    route: `GET ${path}?action=invitations`,
    auth: 'bearer',
    additions: {
      code,
      limit: { type: 'integer', settled: { min: 1, max: 500 }, fallback: 500, why: pages },
      after: cursor,
    },
    success: [200],
    answers: ['id', 'device_id', 'device_name', 'mac_or_serial', 'group_id', 'role', 'from'],
  },
  {
    route: `GET ${path}?action=invitation`,
    auth: 'none',
    query: { code: required(text) },
    success: [200],
    failures: [404],
    answers: ['id', 'name', 'role', 'from'],
  },
  {
    route: `POST ${path}?action=accept`,
    auth: 'bearer',
    json: { id },
    additions: { code },
    success: [200],
    failures: [404],
    answers: ['id', 'accepted', 'device_id', 'group_id'],
    owned: true,
  },
  {
    route: `POST ${path}?action=decline`,
    auth: 'bearer',
    json: { id },
    additions: { code },
    success: [200],
    failures: [404],
    answers: ['id', 'declined'],
    owned: true,
  },
  {
    route: `POST ${path}?action=transfer`,
    auth: 'bearer',
    json: {
      device_id: deviceId,
      email: { ...email, unless: ['to'] },
      keep_history: { type: 'boolean' },
      keep_shares: { type: 'boolean' },
    },
    additions: { to: newOwner },
    success: [201],
    answers: share,
    owned: true,
    needs: 'owner',
  },
  {
    route: `POST ${path}?action=replace`,
    auth: 'bearer',
    json: { device_id: deviceId, mac_or_serial: required(text), rotate: { type: 'boolean' } },
    success: [200],
    failures: [409],
    answers: ['id', 'mac_or_serial', 'device_name', 'role'],
    owned: true,
    needs: 'manager',
  },
  {
    route: `GET ${path}?action=log`,
    auth: 'bearer',
    query: {
      device_id: deviceId,
      limit: { type: 'integer', min: 1, max: 500, fallback: 50 },
    },
    additions: { before: cursor },
    success: [200],
    answers: ['id', 'action', 'by', 'user', 'facts', 'created_at'],
    owned: true,
    needs: 'manager',
  },
];
