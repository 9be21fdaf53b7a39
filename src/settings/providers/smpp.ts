import { OneOf } from '../../kit/api/schema/schema.ts';
import { isLoopback } from '../../kit/http/host-check.ts';
import { hourMs } from '../../kit/time/units.ts';
import { Amount, ConfigError, Count, OptionalCount, Secret, Text } from '../setting-types.ts';
import { declareProvider } from './declare-provider.ts';
import { readRates } from './rates.ts';

const name = 'smpp';

/** Never the URL itself, which holds a password. */
const wrongUrl = 'must be a URL such as smpp://system_id:password@host:2775';

/** Decimal or hexadecimal. */
const number = '(0x[0-9A-Fa-f]{1,8}|[1-9]\\d{0,9})';
const statusList = {
  pattern: `^${number}( *, *${number}){0,9}$`,
  'x-message': 'must be command statuses such as 0x401, separated by commas',
};

export const smpp = declareProvider({
  name,
  title: 'SMPP',
  guide: { about: 'connecting an SMSC', page: 'sms-smpp.md' },
  settings: {
    SMPP_URL: Secret(
      'smpp://system_id:password@host:2775 of an SMSC, or smpps:// for TLS; with it messages can go ' +
        'over SMPP.',
      {
        pattern: '^smpps?://',
        'x-message': wrongUrl,
      },
    ),
    SMPP_SYSTEM_TYPE: Text('System type to bind with, where the SMSC asks for one.', {
      pattern: '^[ -~]{1,12}$',
      'x-message': 'must have 1 to 12 ASCII characters',
    }),
    SMPP_BIND: OneOf(['auto', 'transceiver', 'transmitter-receiver', 'separate'], {
      default: 'auto',
      description:
        'What each session binds as: a transceiver, or a transmitter and a receiver (`separate` says the ' +
        'same); `auto` takes the two where the SMSC refuses the one.',
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
    SMPP_SERVICE_TYPE: Text('Service type of messages, where the SMSC asks for one.', {
      pattern: '^[ -~]{1,5}$',
      'x-message': 'must have 1 to 5 ASCII characters',
    }),
    SMPP_DESTINATION_TON: Count('Type of number of the phones, written as 254XXXXXXXXX.', 1, 0, 7),
    SMPP_DESTINATION_NPI: Count('Numbering plan of the phones.', 1, 0, 18),
    SMPP_ALPHABET: OneOf(['gsm', 'latin1', 'ascii'], {
      default: 'gsm',
      description:
        "The SMSC's default alphabet (data coding 0), both ways; a text that it cannot write goes as UCS-2.",
    }),
    SMPP_LONG_TEXTS: OneOf(['udh', 'sar', 'payload'], {
      default: 'udh',
      description:
        'How long texts go: in parts behind user data headers, in parts with `sar_` TLVs, or whole in ' +
        '`message_payload`.',
    }),
    SMPP_VALIDITY: OneOf(['relative', 'absolute', 'none'], {
      default: 'relative',
      description:
        "How a message's validity period is written, `none` leaves it out; an SMSC that refuses any gets none.",
    }),
    SMPP_VALIDITY_HOURS: OptionalCount('Longest validity period that the SMSC takes.', 1, 10_000),
    SMPP_IDS: OneOf(['auto', 'same', 'hex-dec', 'dec-hex'], {
      default: 'auto',
      description:
        'How the SMSC writes ids in answers and in receipts: alike, or one in hexadecimal and the ' +
        'other in decimal; `auto` finds out.',
    }),
    SMPP_NO_CREDIT_STATUSES: Text(
      'Command statuses by which the SMSC says that there is no credit left, such as `0x401,255`; a submit ' +
        'refused with one waits for a top-up.',
      statusList,
    ),
    SMPP_THROTTLED_STATUSES: Text(
      'Command statuses beside `0x58` and `0x14` by which the SMSC says that messages come too fast, such as ' +
        '`0x40d,1281`; a submit refused with one waits for its turn.',
      statusList,
    ),
    SMPP_RESPONSE_SECONDS: Amount('Longest wait for an answer of the SMSC.', 10, 0.1, 300),
    SMPP_ENQUIRE_SECONDS: Amount(
      'Silence after which the SMSC is asked whether it is there.',
      30,
      1,
      3600,
    ),
  },
  read: (env) => {
    const url = env.SMPP_URL === undefined ? undefined : readUrl(env.SMPP_URL);
    if (!url) return undefined;
    const tls = url.protocol === 'smpps:';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (tls ? 3550 : 2775) : Number(url.port),
      tls,
      systemId: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      systemType: env.SMPP_SYSTEM_TYPE ?? '',
      bind: env.SMPP_BIND === 'separate' ? 'transmitter-receiver' : env.SMPP_BIND,
      sessions: env.SMPP_SESSIONS,
      window: env.SMPP_WINDOW,
      throughput: readThroughput(env.SMPP_THROUGHPUT, env.SMS_RATES),
      sender: env.SMPP_SENDER,
      senderTon: env.SMPP_SENDER_TON,
      senderNpi: env.SMPP_SENDER_NPI,
      serviceType: env.SMPP_SERVICE_TYPE ?? '',
      destinationTon: env.SMPP_DESTINATION_TON,
      destinationNpi: env.SMPP_DESTINATION_NPI,
      alphabet: env.SMPP_ALPHABET,
      longTexts: env.SMPP_LONG_TEXTS,
      validity: env.SMPP_VALIDITY,
      longestValidityMs: (env.SMPP_VALIDITY_HOURS ?? Number.POSITIVE_INFINITY) * hourMs,
      ids: env.SMPP_IDS,
      noCreditStatuses: readStatuses(env.SMPP_NO_CREDIT_STATUSES),
      throttledStatuses: readStatuses(env.SMPP_THROTTLED_STATUSES),
      responseMs: env.SMPP_RESPONSE_SECONDS * 1000,
      enquireMs: env.SMPP_ENQUIRE_SECONDS * 1000,
      connectMs: 10_000,
      queueMs: 20_000,
    };
  },
  plainLink: ({ tls, host }) =>
    tls || isLoopback(host) ? undefined : { setting: 'SMPP_URL', remedy: 'smpps://' },
});

/** @throws ConfigError for a URL that is not of an SMSC, or that names nobody. */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url?.hostname || url.username === '' || !hasPlainNames(url)) {
    throw new ConfigError(`SMPP_URL ${wrongUrl}`);
  }
  return url;
}

/** True if name and password are ASCII once they are decoded; no PDU takes anything else. */
function hasPlainNames({ username, password }: URL): boolean {
  try {
    return /^[ -~]+$/.test(decodeURIComponent(username + password));
  } catch {
    return false;
  }
}

function readStatuses(text: string | undefined): number[] {
  return (text?.split(',') ?? []).map(Number);
}

/** The lower of both limits, so that both are kept where parts leave; 0 without a limit. */
function readThroughput(throughput: number, rates: string | undefined): number {
  const limits = [throughput, readRates(rates).get(name) ?? 0];
  const set = limits.filter((limit) => limit > 0);
  return set.length === 0 ? 0 : Math.min(...set);
}
