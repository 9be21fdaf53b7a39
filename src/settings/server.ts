import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { OneOf } from '../kit/api/schema/schema.ts';
import {
  Amount,
  ConfigError,
  Count,
  requireUrl,
  type SettingsOf,
  Text,
  TextOr,
} from './setting-types.ts';

const hostPattern = String.raw`(\*|\.?[\w-]+(\.[\w-]+)*)`;
const hostPatterns = `^ *${hostPattern}( *, *${hostPattern})* *$`;

// In the form of browsers (RFC 6454, section 6.1). `null` is refused: it stands for any page in a sandbox.
const originPattern = String.raw`[A-Za-z][\w+.-]*://([\w-]+(\.[\w-]+)*|\[[\da-fA-F:.]+\])(:\d{1,5})?`;
const originPatterns = `^ *${originPattern}( *, *${originPattern})* *$`;

const wrongPublicUrl = 'must be an address without a path, such as https://tanks.example.org';

const wrongProxies =
  'must be false, a number of proxies, or addresses such as 10.0.0.1, 10.1.0.0/16';

export const serverSettings = {
  HOST: TextOr('127.0.0.1', 'Address to listen on.', { minLength: 1 }),
  PORT: Count('Port to listen on; 0 takes any free one.', 8080, 0, 65_535),
  ALLOWED_HOSTS: Text(
    'Names of this server that requests may use, separated by commas: `tanks.example.org`, ' +
      '`.example.org` with all below it, or `*`. Addresses and `localhost` always may; any other name is 421.',
    {
      pattern: hostPatterns,
      'x-message': 'must be names such as tanks.example.org, without scheme and port',
    },
  ),
  PUBLIC_URL: Text(
    'Address by which people reach this server, such as `https://tanks.example.org`: for links in notifications, which have none without it.',
    {
      pattern: '^https?://[^\\s/?#]+/?$',
      'x-message': wrongPublicUrl,
    },
  ),
  TRUST_PROXY: TextOr(
    'false',
    'Whose X-Forwarded-For is believed: `false`, a number of proxies, or their addresses.',
    {
      pattern: '^(false|\\d{1,2}|[0-9a-fA-F.:/, ]+)$',
      'x-message': wrongProxies,
    },
  ),
  CORS_ORIGINS: Text(
    'Origins, separated by commas, whose pages may call the API, such as `https://app.example.org`; none by default.',
    {
      pattern: originPatterns,
      'x-message': 'must be origins such as https://app.example.org, without a path',
    },
  ),
  LOG_LEVEL: OneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'Least severe log line that is written; `debug` adds a line for every push.',
  }),
  LOG_CLIENTS: OneOf(['full', 'account', 'none'], {
    default: 'full',
    description:
      'Whom the log lines of requests name: `full` the account and the address of the client, ' +
      '`account` the account alone, `none` nobody.',
  }),
  LONG_READS_PER_ACCOUNT: Count(
    'Long reads (history, reports, exports) of one account at once; more wait in turn.',
    4,
    1,
    1000,
  ),
  LONG_READS_IN_ALL: Count(
    'Long reads of this process at once; more wait in turn, each account as often as the next.',
    64,
    1,
    10_000,
  ),
  REFUSALS_PER_ADDRESS: Count(
    'Answers 429 to an address in ten seconds that come at once; each further one comes two seconds later.',
    100,
    0,
    1_000_000,
  ),
  STOP_SECONDS: Amount('Longest wait for requests in hand when the server stops.', 10, 0.1, 600),
};

type ServerEnvironment = SettingsOf<typeof serverSettings>;

/** @throws ConfigError where an address or a network is none. */
export function readServer(env: ServerEnvironment) {
  requireUrl('PUBLIC_URL', env.PUBLIC_URL, wrongPublicUrl);
  return {
    host: env.HOST,
    port: env.PORT,
    allowedHosts: readAllowedHosts(env),
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    corsOrigins: env.CORS_ORIGINS?.split(',').map((origin) => origin.trim().toLowerCase()) ?? [],
    logLevel: env.LOG_LEVEL,
    logClients: env.LOG_CLIENTS,
    longReads: { perAccount: env.LONG_READS_PER_ACCOUNT, inAll: env.LONG_READS_IN_ALL },
    refusalsPerAddress: env.REFUSALS_PER_ADDRESS,
    stopMs: env.STOP_SECONDS * 1000,
  };
}

/** The name that is listened on is always one of the server's. */
function readAllowedHosts({ ALLOWED_HOSTS = '', HOST }: ServerEnvironment): string[] {
  const names = ALLOWED_HOSTS.split(',').map((name) => name.trim().toLowerCase());
  if (isIP(HOST) === 0) names.push(HOST.toLowerCase());
  return names.filter((name) => name !== '');
}

/** Tells whether whoever connects from an address is believed; the first hop is 0. */
type TrustProxy = (address: string, hop: number) => boolean;

function readTrustProxy(text: string): TrustProxy | false {
  if (text === 'false') return false;
  if (!/^\d{1,2}$/.test(text)) return trustAddresses(text);
  const proxies = Number(text);
  return (_address, hop) => hop < proxies;
}

function trustAddresses(text: string): TrustProxy {
  const addresses = text.split(',').map((address) => address.trim());
  const areAll = addresses.every((each) => isIP(each.replace(/\/.*$/, '')) !== 0);
  try {
    if (areAll) return proxyAddress.compile(addresses);
  } catch {
    // The part behind a slash is no mask.
  }
  throw new ConfigError(`TRUST_PROXY ${wrongProxies}`);
}
