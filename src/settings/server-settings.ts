import { OneOf } from '../kit/api/schema.ts';
import { Type } from '../kit/api/type.ts';
import { Amount, Count, Text } from './setting-kinds.ts';

const hostPattern = String.raw`(\*|\.?[\w-]+(\.[\w-]+)*)`;
const hostPatterns = `^ *${hostPattern}( *, *${hostPattern})* *$`;

/** The HTTP server. */
export const serverSettings = {
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to listen on.' }),
  PORT: Count('Port to listen on; 0 takes any free one.', 8080, 0, 65_535),
  SERVER_SECRET: Text(
    'Secret that signs tokens and derives device keys, instead of the generated one.',
    {
      minLength: 32,
    },
  ),
  LOG_LEVEL: OneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'Least severe log line that is written; `debug` adds a line for every push.',
  }),
  LOG_CLIENTS: OneOf(['full', 'account', 'none'], {
    default: 'full',
    description:
      'Who is named by the log lines of requests: `full` the account and the address of the client, ' +
      '`account` the account alone, `none` nobody.',
  }),
  TRUST_PROXY: Type.String({
    default: 'false',
    pattern: '^(false|\\d{1,2}|[0-9a-fA-F.:/, ]+)$',
    description:
      'Whose X-Forwarded-For is believed: `false`, a number of proxies, or their addresses.',
  }),
  ALLOWED_HOSTS: Text(
    'Names of this server that requests may use, separated by commas: `tanks.example.org`, ' +
      '`.example.org` with all below it, or `*`. Addresses and `localhost` always may, other names are 421.',
    {
      pattern: hostPatterns,
      'x-message': 'must be names such as tanks.example.org, without scheme and port',
    },
  ),
  CORS_ORIGINS: Text(
    'Origins, separated by commas, whose pages may call the API; none by default.',
  ),
  MAP_TILES: Text(
    'Address of map tiles with {z}, {x} and {y}; without it the map shows the outline of Kenya.',
    { pattern: '^https?://[^\\s]*\\{z\\}[^\\s]*$' },
  ),
  MAP_ATTRIBUTION: Type.String({
    default: '',
    description: 'Whom the map names for its tiles, as their terms ask for.',
  }),
  STOP_SECONDS: Amount('Longest wait for requests in hand when the server stops.', 10, 0.1, 600),
};
