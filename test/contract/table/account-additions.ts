import type { Operation } from '../operation.ts';
import { required, text } from './fields.ts';

const path = '/api/auth.php';
const newPassword = { ...text, minLength: 8 } as const;
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
  {
    route: `GET ${path}?action=sign-in-ways`,
    auth: 'none',
    success: [200],
    answers: ['phone'],
  },
  {
    route: `POST ${path}?action=phone-start`,
    auth: 'bearer',
    json: { phone: required(text), password: required(text) },
    success: [200],
    failures: [400, 429, 502],
    answers: ['phone', 'expires_at'],
  },
  {
    route: `POST ${path}?action=phone-confirm`,
    auth: 'bearer',
    json: { sms_code: required(text) },
    success: [200],
    failures: [409],
    answers: ['phone'],
  },
  {
    route: `POST ${path}?action=phone-remove`,
    auth: 'bearer',
    json: { password: required(text) },
    success: [200],
    failures: [400],
    answers: ['phone'],
  },
  {
    route: `POST ${path}?action=phone-reset-request`,
    auth: 'none',
    json: { phone: required(text) },
    success: [200],
    failures: [429],
    answers: ['expires_at'],
  },
  {
    route: `POST ${path}?action=phone-reset`,
    auth: 'none',
    json: {
      phone: required(text),
      sms_code: required(text),
      password: required(newPassword),
      code: text,
      browser_id: text,
    },
    success: [200],
    failures: [401],
    answers: ['token', 'user'],
  },
];
