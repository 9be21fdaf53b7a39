import { OneOf } from '../kit/api/schema.ts';
import { Type } from '../kit/api/type.ts';
import { Amount, Count, Text } from './setting-kinds.ts';

/** Who signs in, and how often somebody may be wrong. */
export const accountSettings = {
  TOKEN_HOURS: Amount('Life of a bearer token.', 24, 0.01, 8760),
  RESET_DELIVERY: Type.Optional(
    OneOf(['response', 'email'], {
      description:
        'Where a password reset token goes. Default: into the answer to programs of this machine, where ' +
        '`HOST` is loopback and no proxy is in between; else the operation is 503 until this is set.',
    }),
  ),
  SMTP_URL: Text('smtp://user:password@host:port for RESET_DELIVERY=email.', {
    pattern: '^smtps?://',
  }),
  MAIL_FROM: Type.String({
    default: 'Kisima <no-reply@localhost>',
    minLength: 3,
    description: 'Sender of e-mails.',
  }),
  LOGIN_FAILURES_PER_ACCOUNT: Count(
    'Failed logins per account and address in 15 minutes.',
    10,
    1,
    100_000,
  ),
  LOGIN_FAILURES_PER_ADDRESS: Count('Failed logins per address in 15 minutes.', 100, 1, 1_000_000),
  REGISTRATIONS_PER_ADDRESS: Count('Registrations per address and hour.', 300, 1, 1_000_000),
  RESETS_PER_ADDRESS: Count('Password reset requests per address and hour.', 60, 1, 1_000_000),
  PASSWORD_CHANGES_PER_ACCOUNT: Count(
    'Changes of its password per account and hour.',
    20,
    1,
    100_000,
  ),
  WRONG_CODES_PER_ACCOUNT: Count(
    'Wrong codes of two-step sign-in per account in 15 minutes, from wherever they come.',
    10,
    1,
    100_000,
  ),
  ADMIN_SECOND_FACTOR: OneOf(['optional', 'required'], {
    default: 'optional',
    description: 'Whether administrators need two-step sign-in for what only they can do.',
  }),
  AUDIT_RETENTION_DAYS: Count(
    'How long it is kept what administrators did, in days.',
    730,
    1,
    36_500,
  ),
};
