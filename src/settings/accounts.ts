import { Type } from 'typebox';
import { OneOf } from '../kit/api/schema/schema.ts';
import { dayMs, hourMs } from '../kit/time/units.ts';
import {
  Amount,
  ConfigError,
  Count,
  requireUrl,
  Secret,
  type SettingsOf,
  Text,
  TextOr,
} from './setting-types.ts';

/** Never the URL itself, which holds a password. */
const wrongSmtpUrl = 'must be a URL such as smtp://user:password@host:587';

const wrongSmsBase = 'must be a URL such as https://sms.example.org';

export const accountSettings = {
  TOKEN_HOURS: Amount('Life of a bearer token.', 24, 0.01, 8760),
  RESET_DELIVERY: Type.Optional(
    OneOf(['response', 'email', 'sms'], {
      description:
        'Where a password reset token goes; by SMS to the phone number of the account. Default: into the answer to programs of this machine, where ' +
        '`HOST` is loopback and no proxy is in between; else the operation is 503 until this is set.',
    }),
  ),
  SMTP_URL: Secret(
    'smtp://user:password@host:port for RESET_DELIVERY=email and for notifications by e-mail.',
    {
      pattern: '^smtps?://',
      'x-message': wrongSmtpUrl,
    },
  ),
  MAIL_FROM: TextOr(
    'Kisima <no-reply@localhost>',
    'Sender of e-mails: an address of your domain, where the mail server is not of this machine.',
    { minLength: 3 },
  ),
  ACCOUNT_SMS_KEY: Secret(
    'API key of the SMS account of the operator that sends codes to sign in by phone number and to reset ' +
      'passwords, and for RESET_DELIVERY=sms. Without it, or with no provider but the simulator, accounts have no phone number.',
  ),
  ACCOUNT_SMS_BASE: Text(
    "Where that SMS service is, such as `https://sms.example.org`; this server's own by default.",
    { pattern: '^https?://[!-~]+$', 'x-message': wrongSmsBase },
  ),
  ACCOUNT_SMS_A_DAY: Count(
    'Most SMS a day to verify numbers, and as many again for resets and changed passwords.',
    500,
    1,
    1_000_000,
  ),
  PHONE_CODES_PER_NUMBER: Count(
    'Codes per phone number and day, to verify it and to reset a password each.',
    5,
    1,
    1000,
  ),
  PHONE_CODES_PER_ADDRESS: Count('Codes asked for per address and day.', 100, 1, 1_000_000),
  ADMIN_SECOND_FACTOR: OneOf(['optional', 'required'], {
    default: 'optional',
    description: 'Whether administrators need two-step sign-in for what only they can do.',
  }),
  PASSWORD_CHANGE: OneOf(['open', 'checked'], {
    default: 'open',
    description:
      'Whether a new password needs the present one beside it (`checked`), or only where it is sent ' +
      '(`open`), as the dashboard does.',
  }),
  AUDIT_RETENTION_DAYS: Count('How long the audit log is kept.', 730, 1, 36_500),
  LOGIN_FAILURES_PER_ACCOUNT: Count(
    'Failed logins per account and address in 15 minutes.',
    10,
    1,
    100_000,
  ),
  LOGIN_FAILURES_PER_ADDRESS: Count('Failed logins per address in 15 minutes.', 100, 1, 1_000_000),
  WRONG_CODES_PER_ACCOUNT: Count(
    'Wrong codes of two-step sign-in per account in 15 minutes, from any address.',
    10,
    1,
    100_000,
  ),
  REGISTRATIONS_PER_ADDRESS: Count('Registrations per address and hour.', 300, 1, 1_000_000),
  RESETS_PER_ADDRESS: Count('Password reset requests per address and hour.', 60, 1, 1_000_000),
  PASSWORD_CHANGES_PER_ACCOUNT: Count('Password changes per account and hour.', 20, 1, 100_000),
};

type AccountEnvironment = SettingsOf<typeof accountSettings> & {
  SMS_KEY_FAILURES_PER_ADDRESS: number;
};

/** @throws ConfigError where e-mails or SMS cannot be sent. */
export function readAccounts(env: AccountEnvironment) {
  refuseMailWithoutServer(env);
  refuseSmsWithoutKey(env);
  return {
    tokenMs: env.TOKEN_HOURS * hourMs,
    reset: { delivery: env.RESET_DELIVERY, smtpUrl: env.SMTP_URL, mailFrom: env.MAIL_FROM },
    accountSms: { key: env.ACCOUNT_SMS_KEY, base: readSmsBase(env.ACCOUNT_SMS_BASE) },
    throttles: {
      loginFailuresPerAccount: env.LOGIN_FAILURES_PER_ACCOUNT,
      loginFailuresPerAddress: env.LOGIN_FAILURES_PER_ADDRESS,
      registrationsPerAddress: env.REGISTRATIONS_PER_ADDRESS,
      resetsPerAddress: env.RESETS_PER_ADDRESS,
      keyFailuresPerAddress: env.SMS_KEY_FAILURES_PER_ADDRESS,
      passwordChangesPerAccount: env.PASSWORD_CHANGES_PER_ACCOUNT,
      wrongCodesPerAccount: env.WRONG_CODES_PER_ACCOUNT,
      phoneCodesPerNumber: env.PHONE_CODES_PER_NUMBER,
      phoneCodesPerAddress: env.PHONE_CODES_PER_ADDRESS,
      accountSmsADay: env.ACCOUNT_SMS_A_DAY,
    },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR,
    passwordChange: env.PASSWORD_CHANGE,
    auditRetentionMs: env.AUDIT_RETENTION_DAYS * dayMs,
  };
}

function refuseMailWithoutServer({ RESET_DELIVERY, SMTP_URL }: AccountEnvironment): void {
  requireUrl('SMTP_URL', SMTP_URL, wrongSmtpUrl);
  if (RESET_DELIVERY === 'email' && SMTP_URL === undefined) {
    throw new ConfigError('SMTP_URL is required where RESET_DELIVERY is email');
  }
}

function refuseSmsWithoutKey({
  ACCOUNT_SMS_KEY,
  ACCOUNT_SMS_BASE,
  RESET_DELIVERY,
}: AccountEnvironment): void {
  if (RESET_DELIVERY === 'sms' && ACCOUNT_SMS_KEY === undefined) {
    throw new ConfigError('ACCOUNT_SMS_KEY is required where RESET_DELIVERY is sms');
  }
  requireUrl('ACCOUNT_SMS_BASE', ACCOUNT_SMS_BASE, wrongSmsBase);
  if (ACCOUNT_SMS_BASE !== undefined && ACCOUNT_SMS_KEY === undefined) {
    throw new ConfigError('ACCOUNT_SMS_KEY is required where ACCOUNT_SMS_BASE is set');
  }
}

/** People copy it with the version that we add. */
function readSmsBase(base: string | undefined): string | undefined {
  return base?.replace(/\/(v1\/?)?$/i, '');
}
