import type { Operation } from '../operation.ts';
import { required, text } from './fields.ts';

const path = '/api/auth.php';
const passwordAndCode = { password: required(text), code: required(text) };

/** Operations for accounts that document 1 lacks, in its manner: sessions and two-step sign-in. */
export const accountAdditions: Operation[] = [
  {
    route: `GET ${path}?action=second-factor`,
    auth: 'bearer',
    success: [200],
    answers: ['enabled', 'enabled_at', 'recovery_codes_left', 'required'],
  },
  {
    route: `POST ${path}?action=second-factor-start`,
    auth: 'bearer',
    json: { password: required(text) },
    success: [200],
    failures: [400, 409],
    answers: ['secret', 'otpauth_uri'],
  },
  {
    route: `POST ${path}?action=second-factor-confirm`,
    auth: 'bearer',
    json: { code: required(text) },
    success: [200],
    failures: [400, 409],
    answers: ['recovery_codes'],
  },
  {
    route: `POST ${path}?action=second-factor-renew-codes`,
    auth: 'bearer',
    json: passwordAndCode,
    success: [200],
    failures: [400, 409],
    answers: ['recovery_codes'],
  },
  {
    route: `POST ${path}?action=second-factor-remove`,
    auth: 'bearer',
    json: passwordAndCode,
    success: [200],
    failures: [400, 409],
    answers: ['enabled'],
  },
  {
    route: `GET ${path}?action=sessions`,
    auth: 'bearer',
    success: [200],
    answers: ['id', 'created_at', 'last_seen_at', 'address', 'user_agent', 'current'],
  },
  {
    route: `DELETE ${path}?action=end-session`,
    auth: 'bearer',
    query: { id: required(text) },
    success: [200],
    failures: [404],
    answers: ['id', 'ended'],
    owned: true,
  },
  {
    route: `POST ${path}?action=end-other-sessions`,
    auth: 'bearer',
    success: [200],
    answers: ['ended'],
  },
];
