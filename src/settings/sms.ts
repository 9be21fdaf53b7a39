import { OneOf } from '../kit/api/schema/schema.ts';
import { minutesOfTime } from '../kit/time/time-of-day.ts';
import { dayMs, hourMs } from '../kit/time/units.ts';
import { readRates } from './providers/rates.ts';
import { Amount, Count, OptionalCount, type SettingsOf, Text } from './setting-types.ts';

export const smsSettings = {
  SMS_ROUTES: Text(
    'Which provider carries which messages, such as `25470=smpp:3+africastalking:1>simulator; ' +
      '*=smpp`. Default: the configured providers in turn, the simulator where there is none.',
  ),
  SMS_RATES: Text(
    'Most messages in any second to providers, such as `smpp=100,africastalking=20`; over SMPP ' +
      'each part of a long message counts.',
    {
      pattern: '^[a-z0-9_-]+=[0-9]{1,6}(,[a-z0-9_-]+=[0-9]{1,6})*$',
      'x-message': 'must be rates such as smpp=100,africastalking=20',
    },
  ),
  SMS_VALIDITY_HOURS: Amount(
    'A message that has not been sent by then is given up and refunded.',
    48,
    0.01,
    720,
  ),
  SMS_RETENTION_DAYS: Count(
    'How long messages, jobs and messages from phones are kept; what waits to be sent is kept longer.',
    400,
    30,
    36_500,
  ),
  SMS_TEXT_DAYS: OptionalCount(
    'How long the texts of messages are kept; as long as the messages by default.',
    1,
    36_500,
  ),
  SMS_UNKNOWN_REPEATS: Count(
    'How often a transactional message is sent again when nobody knows whether it was sent.',
    2,
    0,
    20,
  ),
  SMS_PROMOTION_HOURS: Text(
    'When promotional messages of all accounts may go, in Kenya, such as `08:00-18:00`; always by default.',
    {
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$',
      'x-message': 'must be hours such as 08:00-18:00',
    },
  ),
  SMS_PROMOTION_SUFFIX: Text(
    'Text that ends every promotional message, such as `STOP to 22384`; it counts as its text, and a STOP to a code that it names for every account that sent the phone one.',
    { pattern: '^(?=.*\\S)[ -~]{1,60}$', 'x-message': 'must have at most 60 ASCII characters' },
  ),
  SMS_LEASE_SECONDS: Amount(
    'How long messages of a server that died are left alone, where several share a database.',
    30,
    0.1,
    3600,
  ),
  SMS_KEY_FAILURES_PER_ADDRESS: Count(
    'Wrong API keys per address in 15 minutes.',
    100,
    1,
    1_000_000,
  ),
  WEBHOOKS_ALLOW_PRIVATE: OneOf(['true', 'false'], {
    default: 'false',
    description:
      'Whether webhooks may go to private and loopback addresses. Then their names are also looked up in the file ' +
      'of hosts, one at a time; else DNS alone is asked.',
  }),
};

export const trialSettings = {
  SMS_TRIAL_CREDITS: Count('Credits that a new account begins with.', 25, 0, 1_000_000),
  SMS_TRIAL_SENDS: OneOf(['simulated', 'real'], {
    default: 'simulated',
    description:
      'Where messages of accounts go that were never granted credits: to the simulator, or to phones.',
  }),
  SMS_TRIAL_ACCOUNTS_PER_ADDRESS: Count(
    'New accounts of an address and day that begin with those credits; others begin without.',
    10,
    1,
    1_000_000,
  ),
  SIMULATOR_DELAY_SECONDS: Amount('From a simulated sending to its receipt.', 2, 0, 3600),
  SIMULATOR_FAILURE_SHARE: Amount('Share of simulated messages that do not arrive.', 0, 0, 1),
};

type SmsEnvironment = SettingsOf<typeof smsSettings> & SettingsOf<typeof trialSettings>;

export function readSms(env: SmsEnvironment) {
  return {
    delivery: {
      validityMs: env.SMS_VALIDITY_HOURS * hourMs,
      routes: env.SMS_ROUTES,
      rates: readRates(env.SMS_RATES),
      unknownRepeats: env.SMS_UNKNOWN_REPEATS,
      leaseMs: env.SMS_LEASE_SECONDS * 1000,
      promotions: {
        hours: readHours(env.SMS_PROMOTION_HOURS),
        suffix: env.SMS_PROMOTION_SUFFIX,
      },
      simulator: {
        delayMs: env.SIMULATOR_DELAY_SECONDS * 1000,
        failureShare: env.SIMULATOR_FAILURE_SHARE,
      },
    },
    messageRetentionMs: env.SMS_RETENTION_DAYS * dayMs,
    textRetentionMs: env.SMS_TEXT_DAYS === undefined ? undefined : env.SMS_TEXT_DAYS * dayMs,
    webhooksAllowPrivate: env.WEBHOOKS_ALLOW_PRIVATE === 'true',
    trialCredits: env.SMS_TRIAL_CREDITS,
    trialsPerAddress: env.SMS_TRIAL_ACCOUNTS_PER_ADDRESS,
    simulatesTrials: env.SMS_TRIAL_SENDS === 'simulated',
  };
}

/** Reads hours such as `08:00-18:00` as minutes after midnight. */
function readHours(text: string | undefined): { from: number; until: number } | undefined {
  if (text === undefined) return undefined;
  const [from = 0, until = 0] = text.split('-').map(minutesOfTime);
  return { from, until };
}
