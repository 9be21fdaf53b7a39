import { OneOf } from '../kit/api/schema/schema.ts';
import {
  Amount,
  ConfigError,
  Count,
  OptionalCount,
  Secret,
  type SettingsOf,
  Text,
} from './setting-types.ts';

/** Never the URL itself, which holds a password. */
const wrongSmppUrl = 'must be a URL such as smpp://system_id:password@host:2775';
const wrongAfricasTalkingUrl =
  'must be a URL such as https://api.africastalking.com/version1/messaging';

export const smppSettings = {
  SMPP_URL: Secret(
    'smpp://system_id:password@host:2775 of an SMSC, or smpps:// for TLS; with it messages can go ' +
      'over SMPP.',
    {
      pattern: '^smpps?://',
      'x-message': wrongSmppUrl,
    },
  ),
  SMPP_SYSTEM_TYPE: Text('System type to bind with, where the SMSC asks for one.', {
    pattern: '^[ -~]{1,12}$',
    'x-message': 'must have 1 to 12 ASCII characters',
  }),
  SMPP_SESSIONS: Count('Sessions with the SMSC at once.', 1, 1, 16),
  SMPP_WINDOW: Count('Most messages without an answer, for each session.', 10, 1, 1000),
  SMPP_THROUGHPUT: Count(
    'Most parts of messages in any second to the SMSC; 0 sets no limit.',
    0,
    0,
    100_000,
  ),
  SMPP_SENDER: Text("Sender id or short code at the SMSC; the SMSC's own by default.", {
    pattern: '^[ -~]{1,20}$',
    'x-message': 'must have 1 to 20 ASCII characters',
  }),
  SMPP_SENDER_TON: OptionalCount('Type of number of that sender; by its look unless set.', 0, 7),
  SMPP_SENDER_NPI: OptionalCount('Numbering plan of that sender; by its look unless set.', 0, 18),
  SMPP_IDS: OneOf(['auto', 'same', 'hex-dec', 'dec-hex'], {
    default: 'auto',
    description:
      'How the SMSC writes ids in answers and in receipts: alike, or one in hexadecimal and the ' +
      'other in decimal; `auto` finds out.',
  }),
  SMPP_RESPONSE_SECONDS: Amount('Longest wait for an answer of the SMSC.', 10, 0.1, 300),
  SMPP_ENQUIRE_SECONDS: Amount(
    'Silence after which the SMSC is asked whether it is there.',
    30,
    1,
    3600,
  ),
};

export const africasTalkingSettings = {
  AT_USERNAME: Text("Username at Africa's Talking; `sandbox` sends to their sandbox."),
  AT_API_KEY: Secret("API key of that user; with it messages can go through Africa's Talking.", {
    pattern: '^[!-~]+$',
    'x-message': 'must have ASCII characters only, without spaces',
  }),
  AT_SENDER: Text("Sender id or short code at Africa's Talking; theirs by default."),
  AT_URL: Text("Where Africa's Talking takes messages, instead of their own address.", {
    pattern: '^https?://[^\\s]+$',
    'x-message': wrongAfricasTalkingUrl,
  }),
  AT_DEADLINE_SECONDS: Amount("Longest wait for an answer of Africa's Talking.", 20, 0.1, 300),
};

type ProviderEnvironment = SettingsOf<typeof smppSettings> &
  SettingsOf<typeof africasTalkingSettings> & { SMS_RATES?: string };

/** @throws ConfigError for an incomplete account, and a URL that is not of an SMSC. */
export function readProviders(env: ProviderEnvironment) {
  refuseHalfAnAccount(env);
  refuseSmscWithoutName(env);
  return { africasTalking: readAfricasTalking(env), smpp: readSmpp(env) };
}

function refuseHalfAnAccount({ AT_USERNAME, AT_API_KEY, AT_URL }: ProviderEnvironment): void {
  if ((AT_USERNAME === undefined) !== (AT_API_KEY === undefined)) {
    throw new ConfigError('AT_USERNAME and AT_API_KEY are needed both, or neither');
  }
  if (AT_URL !== undefined && !URL.canParse(AT_URL)) {
    throw new ConfigError(`AT_URL ${wrongAfricasTalkingUrl}`);
  }
}

function refuseSmscWithoutName({ SMPP_URL }: ProviderEnvironment): void {
  if (SMPP_URL === undefined) return;
  const url = URL.parse(SMPP_URL);
  if (!url?.hostname || url.username === '' || !hasPlainNames(url)) {
    throw new ConfigError(`SMPP_URL ${wrongSmppUrl}`);
  }
}

/** True if name and password are ASCII once they are decoded; no PDU takes anything else. */
function hasPlainNames({ username, password }: URL): boolean {
  try {
    return /^[ -~]+$/.test(decodeURIComponent(username + password));
  } catch {
    return false;
  }
}

/** Messages a second of each provider with a limit. */
export function readRates(text = ''): Map<string, number> {
  const rates = text.split(',').filter((each) => each !== '');
  return new Map(
    rates.map((each) => {
      const [name = '', perSecond] = each.split('=');
      return [name, Math.max(1, Number(perSecond))];
    }),
  );
}

/** Undefined without an account there. */
function readAfricasTalking(env: ProviderEnvironment) {
  const { AT_USERNAME: username, AT_API_KEY: apiKey, AT_SENDER: sender } = env;
  if (username === undefined || apiKey === undefined) return undefined;
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com';
  const url = env.AT_URL ?? `https://${host}/version1/messaging`;
  return { username, apiKey, sender, url, deadlineMs: env.AT_DEADLINE_SECONDS * 1000 };
}

/** Undefined without an SMSC. */
function readSmpp(env: ProviderEnvironment) {
  const url = env.SMPP_URL === undefined ? null : URL.parse(env.SMPP_URL);
  if (!url) return undefined;
  const tls = url.protocol === 'smpps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? 3550 : 2775) : Number(url.port),
    tls,
    systemId: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    systemType: env.SMPP_SYSTEM_TYPE ?? '',
    sessions: env.SMPP_SESSIONS,
    window: env.SMPP_WINDOW,
    throughput: readThroughput(env),
    sender: env.SMPP_SENDER,
    senderTon: env.SMPP_SENDER_TON,
    senderNpi: env.SMPP_SENDER_NPI,
    ids: env.SMPP_IDS,
    responseMs: env.SMPP_RESPONSE_SECONDS * 1000,
    enquireMs: env.SMPP_ENQUIRE_SECONDS * 1000,
    connectMs: 10_000,
    queueMs: 20_000,
  };
}

/** The lower of both limits, so that both are kept where parts leave; 0 without a limit. */
function readThroughput(env: ProviderEnvironment): number {
  const limits = [env.SMPP_THROUGHPUT, readRates(env.SMS_RATES).get('smpp') ?? 0];
  const set = limits.filter((limit) => limit > 0);
  return set.length === 0 ? 0 : Math.min(...set);
}
