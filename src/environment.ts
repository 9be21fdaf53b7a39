import { type Static, Type } from 'typebox';
import { FormObject, OneOf } from './kit/api/schema.ts';

const Text = (description: string, options = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...options }));
const Count = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum, maximum });
const Amount = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: fallback, minimum, maximum });

/** What is said of a database's URL that is none; never the URL itself, which holds a password. */
export const wrongDatabaseUrl = 'must be a URL such as postgres://user:password@host:5432/database';
const postgresUrl = { pattern: '^postgres(ql)?://', 'x-message': wrongDatabaseUrl };

const hostPattern = String.raw`(\*|\.?[\w-]+(\.[\w-]+)*)`;
const hostPatterns = `^ *${hostPattern}( *, *${hostPattern})* *$`;

/** Every environment variable that the program reads; README's table is made from the same lines. */
export const Environment = FormObject({
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to listen on.' }),
  PORT: Count('Port to listen on; 0 takes any free one.', 8080, 0, 65_535),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description: 'Folder of the embedded database and the server secret; made with mode 0700.',
  }),
  DATABASE_URL: Text(
    'postgres://… to use PostgreSQL instead of the embedded database.',
    postgresUrl,
  ),
  DATABASE_READ_URL: Text(
    'postgres://… of a read replica, for reports, history and export; they may then be late.',
    postgresUrl,
  ),
  DATABASE_CA_FILE: Text(
    "PEM file of the authority that signed PostgreSQL's certificate, where the system knows none; " +
      'with it the certificate is checked unless `sslmode` says otherwise.',
  ),
  DATABASE_POOL: Count('Most PostgreSQL connections of this process.', 10, 2, 500),
  DATABASE_CONNECT_SECONDS: Amount('Longest wait for a PostgreSQL connection.', 5, 0.1, 60),
  DATABASE_STATEMENT_SECONDS: Amount(
    'Longest run of a statement in PostgreSQL; what takes longer is answered 503.',
    30,
    0.1,
    3600,
  ),
  DATABASE_LANES: Count(
    'Batches of readings that go to PostgreSQL at once, each over one more connection; on Citus at least 16.',
    1,
    1,
    64,
  ),
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
  PUSH_RATE_PER_DEVICE: Amount('Pushes per device and second.', 10, 0.001, 1_000_000),
  PUSH_BURST_PER_DEVICE: Count('Pushes of one device in a burst.', 60, 1, 1_000_000),
  SENSORS_PER_DEVICE: Count('Most sensors of one device.', 100, 1, 10_000),
  ONLINE_MINUTES: Amount('A device is online this long after it was last heard.', 15, 0.1, 10_080),
  COMMAND_HOURS: Amount('A pending pump command expires after this.', 24, 0.01, 720),
  CONSUMPTION_DEAD_BAND: Amount(
    'Movement of the level, in percent of capacity, that counts as noise.',
    0.5,
    0,
    50,
  ),
  RAW_RETENTION_DAYS: Count(
    'How long readings are kept, in days; older ones are not accepted either.',
    400,
    1,
    36_500,
  ),
  ROLLUP_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      description:
        'How long hourly figures are kept, in days, at least as long as readings; for ever by default.',
      minimum: 1,
      maximum: 36_500,
    }),
  ),
  STREAMS_PER_ACCOUNT: Count('Streams of live events of one account at once.', 10, 1, 1000),
  STREAMS_PER_ADDRESS: Count('Streams of live events of one address at once.', 200, 1, 30_000),
  STREAMS_IN_ALL: Count('Streams of live events of this process at once.', 2000, 1, 30_000),
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
  WEBHOOKS_ALLOW_PRIVATE: OneOf(['true', 'false'], {
    default: 'false',
    description: 'Whether webhooks may go to private and loopback addresses.',
  }),
  SMS_VALIDITY_HOURS: Amount(
    'A message that is not sent by then is given up and refunded.',
    48,
    0.01,
    720,
  ),
  SMS_ROUTES: Text(
    'Which provider carries which messages, such as `25470=smpp:3+africastalking:1>simulator; ' +
      '*=smpp`. Default: the configured providers in turn, the simulator where there is none.',
  ),
  SMS_RATES: Text(
    'Most messages in any second to providers, such as `smpp=100,africastalking=20`; over SMPP ' +
      'each part of a long message counts.',
    { pattern: '^[a-z0-9_-]+=[0-9]{1,6}(,[a-z0-9_-]+=[0-9]{1,6})*$' },
  ),
  SMS_UNKNOWN_REPEATS: Count(
    'How often a transactional message is sent again of which nobody knows whether it was sent.',
    2,
    0,
    20,
  ),
  SMS_LEASE_SECONDS: Amount(
    'How long messages of a server that died are left alone, where several share a database.',
    30,
    0.1,
    3600,
  ),
  SIMULATOR_DELAY_SECONDS: Amount('From a simulated sending to its receipt.', 2, 0, 3600),
  SIMULATOR_FAILURE_SHARE: Amount('Share of simulated messages that do not arrive.', 0, 0, 1),
  AT_USERNAME: Text("Username at Africa's Talking; `sandbox` sends to their sandbox."),
  AT_API_KEY: Text("API key of that user; with it messages can go through Africa's Talking.", {
    pattern: '^[!-~]+$',
  }),
  AT_SENDER: Text("Sender id or short code at Africa's Talking; theirs by default."),
  AT_URL: Text("Where Africa's Talking takes messages, instead of their own address.", {
    pattern: '^https?://[^\\s]+$',
  }),
  AT_DEADLINE_SECONDS: Amount("Longest wait for an answer of Africa's Talking.", 20, 0.1, 300),
  SMPP_URL: Text(
    'smpp://system_id:password@host:2775 of an SMSC, or smpps:// for TLS; with it messages can go ' +
      'over SMPP.',
    { pattern: '^smpps?://' },
  ),
  SMPP_SYSTEM_TYPE: Text('System type to bind with, where the SMSC asks for one.', {
    pattern: '^[ -~]{1,12}$',
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
  }),
  SMPP_SENDER_TON: Type.Optional(
    Type.Integer({
      description: 'Type of number of that sender; by its look unless set.',
      minimum: 0,
      maximum: 7,
    }),
  ),
  SMPP_SENDER_NPI: Type.Optional(
    Type.Integer({
      description: 'Numbering plan of that sender; by its look unless set.',
      minimum: 0,
      maximum: 18,
    }),
  ),
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
  SMS_KEY_FAILURES_PER_ADDRESS: Count(
    'Wrong API keys per address in 15 minutes.',
    100,
    1,
    1_000_000,
  ),
  AUDIT_RETENTION_DAYS: Count(
    'How long it is kept what administrators did, in days.',
    730,
    1,
    36_500,
  ),
  CACHE_MB: Count('Page cache of each embedded database connection.', 64, 1, 65_536),
  STOP_SECONDS: Amount('Longest wait for requests in hand when the server stops.', 10, 0.1, 600),
});

export type Environment = Static<typeof Environment>;
