import type { Addition, Operation } from '../operation.ts';
import { required, text } from './fields.ts';

const email = { ...text, format: 'email' } as const;
const code = { ...text, why: 'accounts may want a second step' } satisfies Addition;
const browser_id = {
  ...text,
  why: 'a sign-in from where there was none before is mailed to the owner',
} satisfies Addition;
const newPassword = { ...text, minLength: 8 } as const;

/** Document 1, section 4 "Auth". */
export const auth: Operation[] = [
  {
    route: 'POST /api/auth.php?action=register',
    auth: 'none',
    json: { email: required(email), password: required(newPassword), full_name: text },
    additions: { browser_id },
    success: [201],
    failures: [400],
    answers: ['token', 'user'],
  },
  {
    route: 'POST /api/auth.php?action=login',
    auth: 'none',
    // No format here: what cannot be anybody's e-mail is answered as any other wrong one, 401.
    json: { email: required(text), password: required(text) },
    additions: { code, browser_id },
    success: [200],
    failures: [401],
    answers: ['token', 'user'],
  },
  {
    route: 'POST /api/auth.php?action=logout',
    auth: 'bearer',
    success: [200],
    answers: ['logged_out'],
  },
  {
    route: 'GET /api/auth.php?action=session',
    auth: 'bearer',
    success: [200],
    failures: [401],
    answers: ['user'],
  },
  {
    route: 'PUT /api/auth.php?action=update',
    auth: 'bearer',
    json: { full_name: text, password: newPassword },
    additions: {
      current_password: {
        ...text,
        why: 'who finds a phone that is signed in should not be able to take the account over',
      },
      code: { ...text, why: 'as the present password, of who has a second step' },
      timezone: { ...text, why: 'reports count by days, and a day needs a time zone' },
      water_price: {
        type: 'number',
        settled: { min: 0, max: 100_000 },
        why: 'what a leak costs depends on what water costs',
      },
    },
    success: [200],
    answers: ['user'],
  },
  {
    route: 'POST /api/auth.php?action=reset-request',
    auth: 'none',
    json: { email: required(email) },
    success: [200],
    answers: ['reset_token', 'expires_at'],
  },
  {
    route: 'POST /api/auth.php?action=reset-password',
    auth: 'none',
    json: { token: required(text), password: required(newPassword) },
    additions: { code, browser_id },
    success: [200],
    failures: [401],
    answers: ['token', 'user'],
  },
];
