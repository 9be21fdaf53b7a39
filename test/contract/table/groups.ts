import type { Operation } from '../operation.ts';
import { recordId, required, text } from './fields.ts';

const path = '/api/groups.php';
const group = ['id', 'name', 'role', 'device_ids', 'sums', 'created_at'];
const id = required({ type: 'integer', settled: { min: 1, max: Number.MAX_SAFE_INTEGER } });
const devices = required({ type: 'array' });

/** Groups of tanks, in the manner of document 1. */
export const groups: Operation[] = [
  { route: `GET ${path}?action=list`, auth: 'bearer', success: [200], answers: group },
  {
    route: `GET ${path}?action=get`,
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: group,
    owned: true,
    needs: 'viewer',
  },
  {
    route: `POST ${path}?action=create`,
    auth: 'bearer',
    json: { name: required(text), device_ids: { type: 'array' } },
    success: [201],
    failures: [404, 409],
    answers: group,
  },
  {
    route: `POST ${path}?action=update`,
    auth: 'bearer',
    json: { id, name: required(text) },
    success: [200],
    failures: [409],
    answers: group,
    owned: true,
    needs: 'manager',
  },
  {
    route: `POST ${path}?action=add`,
    auth: 'bearer',
    json: { id, device_ids: devices },
    success: [200],
    failures: [409],
    answers: group,
    owned: true,
    needs: 'owner',
  },
  {
    route: `POST ${path}?action=remove`,
    auth: 'bearer',
    json: { id, device_ids: devices },
    success: [200],
    answers: group,
    owned: true,
    needs: 'owner',
  },
  {
    route: `DELETE ${path}?action=delete`,
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: ['id', 'deleted'],
    owned: true,
    needs: 'owner',
  },
];
