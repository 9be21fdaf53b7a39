import { isIP } from 'node:net';
import { Environment } from './environment.ts';
import { compileCheck } from './kit/api/schema/validator.ts';
import { SettingError } from './kit/start-error.ts';
import { dayMs, hourMs, minuteMs } from './kit/time/units.ts';
import { readAfricasTalking, readRates, readSmpp } from './provider-config.ts';
import { wrongSmtpUrl } from './settings/accounts.ts';
import { findMisspelt, type Misspelt } from './settings/misspelt.ts';
import { wrongAfricasTalkingUrl, wrongSmppUrl } from './settings/providers.ts';
import { secretNames, withSecretsOfFiles } from './settings/secret-files.ts';
import { wrongDatabaseUrl } from './settings/storage.ts';

/** What the program was told, in its own words: the environment, read once. */
export type Config = ReturnType<typeof toConfig> & {
  /** What is like a setting, and is read by nobody. */
  misspelt: readonly Misspelt[];
};

/** The environment is wrong; `message` is one line for each wrong variable. */
export class ConfigError extends SettingError {}

const check = compileCheck<Environment>(Environment);

const secrets = secretNames(Environment.properties);

/**
 * Reads the configuration from environment variables, and secrets from the files that some of them name;
 * an empty one counts as not set.
 * @throws ConfigError that names every wrong variable.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const { env, wrong } = withSecretsOfFiles(variables, secrets);
  const known = Object.keys(Environment.properties);
  const given = Object.fromEntries(known.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const result = check(given);
  if ('error' in result) {
    wrong.push(...result.error.fields.map(({ field, message }) => `${field} ${message}`));
  }
  if ('error' in result || wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  refuseMailWithoutServer(result.value);
  refuseHalfAnAccount(result.value);
  refuseSmscWithoutName(result.value);
  refuseReadingsWithoutRollups(result.value);
  refuseBrokenDatabaseUrls(result.value);
  refuseReplicaAlone(result.value);
  return { ...toConfig(result.value), misspelt: misspeltIn(variables) };
}

/** Variables that are like a setting, and are read by nobody. */
export function misspeltIn(variables: Record<string, string | undefined>): Misspelt[] {
  const files = secrets.map((name) => `${name}_FILE`);
  return findMisspelt(variables, [...Object.keys(Environment.properties), ...files]);
}

function refuseMailWithoutServer({ RESET_DELIVERY, SMTP_URL }: Environment): void {
  if (SMTP_URL !== undefined && !URL.parse(SMTP_URL)?.hostname) {
    throw new ConfigError(`SMTP_URL ${wrongSmtpUrl}`);
  }
  if (RESET_DELIVERY === 'email' && SMTP_URL === undefined) {
    throw new ConfigError('SMTP_URL is required where RESET_DELIVERY is email');
  }
}

function refuseHalfAnAccount({ AT_USERNAME, AT_API_KEY, AT_URL }: Environment): void {
  if ((AT_USERNAME === undefined) !== (AT_API_KEY === undefined)) {
    throw new ConfigError('AT_USERNAME and AT_API_KEY are needed both, or neither');
  }
  if (AT_URL !== undefined && !URL.canParse(AT_URL)) {
    throw new ConfigError(`AT_URL ${wrongAfricasTalkingUrl}`);
  }
}

function refuseSmscWithoutName({ SMPP_URL }: Environment): void {
  if (SMPP_URL === undefined) return;
  const url = URL.parse(SMPP_URL);
  if (!url?.hostname || url.username === '' || !hasPlainNames(url)) {
    throw new ConfigError(`SMPP_URL ${wrongSmppUrl}`);
  }
}

/** Whether name and password are ASCII once they are decoded; no PDU takes anything else. */
function hasPlainNames({ username, password }: URL): boolean {
  try {
    return /^[ -~]+$/.test(decodeURIComponent(username + password));
  } catch {
    return false;
  }
}

/** Reports are made of rollups, so readings alone would be days that no report knows. */
function refuseReadingsWithoutRollups({
  RAW_RETENTION_DAYS,
  ROLLUP_RETENTION_DAYS = Number.POSITIVE_INFINITY,
}: Environment): void {
  if (ROLLUP_RETENTION_DAYS < RAW_RETENTION_DAYS) {
    throw new ConfigError(
      `ROLLUP_RETENTION_DAYS must not be less than RAW_RETENTION_DAYS (${RAW_RETENTION_DAYS})`,
    );
  }
}

/** A URL with a user and no host is one that names a socket's folder as its `host`. */
function refuseBrokenDatabaseUrls({ DATABASE_URL, DATABASE_READ_URL }: Environment): void {
  for (const [name, url] of Object.entries({ DATABASE_URL, DATABASE_READ_URL })) {
    if (url === undefined || URL.canParse(url.replace('@/', '@socket/'))) continue;
    throw new ConfigError(`${name} ${wrongDatabaseUrl}`);
  }
}

function refuseReplicaAlone({ DATABASE_URL, DATABASE_READ_URL }: Environment): void {
  if (DATABASE_READ_URL !== undefined && DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL needs a DATABASE_URL that it is a replica of');
  }
}

function toConfig(env: Environment) {
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseReplica: readReplica(env),
    databaseCaFile: env.DATABASE_CA_FILE,
    databasePool: env.DATABASE_POOL,
    databaseConnectMs: env.DATABASE_CONNECT_SECONDS * 1000,
    databaseStatementMs: env.DATABASE_STATEMENT_SECONDS * 1000,
    databaseLanes: env.DATABASE_LANES,
    readingParts: env.READING_PARTS,
    serverSecret: env.SERVER_SECRET,
    allowedHosts: readAllowedHosts(env),
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    logLevel: env.LOG_LEVEL,
    logClients: env.LOG_CLIENTS,
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    map: { tileUrl: env.MAP_TILES, tileAttribution: env.MAP_ATTRIBUTION },
    corsOrigins: env.CORS_ORIGINS?.split(',').map((origin) => origin.trim().toLowerCase()) ?? [],
    tokenMs: env.TOKEN_HOURS * hourMs,
    reset: { delivery: env.RESET_DELIVERY, smtpUrl: env.SMTP_URL, mailFrom: env.MAIL_FROM },
    throttles: {
      loginFailuresPerAccount: env.LOGIN_FAILURES_PER_ACCOUNT,
      loginFailuresPerAddress: env.LOGIN_FAILURES_PER_ADDRESS,
      registrationsPerAddress: env.REGISTRATIONS_PER_ADDRESS,
      resetsPerAddress: env.RESETS_PER_ADDRESS,
      keyFailuresPerAddress: env.SMS_KEY_FAILURES_PER_ADDRESS,
      passwordChangesPerAccount: env.PASSWORD_CHANGES_PER_ACCOUNT,
      wrongCodesPerAccount: env.WRONG_CODES_PER_ACCOUNT,
    },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR,
    passwordChange: env.PASSWORD_CHANGE,
    push: { perSecond: env.PUSH_RATE_PER_DEVICE, burst: env.PUSH_BURST_PER_DEVICE },
    sensorsPerDevice: env.SENSORS_PER_DEVICE,
    onlineMs: env.ONLINE_MINUTES * minuteMs,
    commandMs: env.COMMAND_HOURS * hourMs,
    staleOnMs: env.STALE_ON_MINUTES * minuteMs,
    questionsPerPhone: env.QUESTIONS_PER_PHONE,
    retentionMs: env.RAW_RETENTION_DAYS * dayMs,
    rollupRetentionMs:
      env.ROLLUP_RETENTION_DAYS === undefined ? undefined : env.ROLLUP_RETENTION_DAYS * dayMs,
    alertRetentionMs: env.ALERT_RETENTION_DAYS * dayMs,
    commandRetentionMs: env.COMMAND_RETENTION_DAYS * dayMs,
    notificationRetentionMs: env.NOTIFICATION_RETENTION_DAYS * dayMs,
    streams: {
      perAccount: env.STREAMS_PER_ACCOUNT,
      perAddress: env.STREAMS_PER_ADDRESS,
      inAll: env.STREAMS_IN_ALL,
    },
    refusalsPerAddress: env.REFUSALS_PER_ADDRESS,
    longReads: { perAccount: env.LONG_READS_PER_ACCOUNT, inAll: env.LONG_READS_IN_ALL },
    webhooksAllowPrivate: env.WEBHOOKS_ALLOW_PRIVATE === 'true',
    africasTalking: readAfricasTalking(env),
    delivery: {
      validityMs: env.SMS_VALIDITY_HOURS * hourMs,
      routes: env.SMS_ROUTES,
      rates: readRates(env.SMS_RATES),
      unknownRepeats: env.SMS_UNKNOWN_REPEATS,
      leaseMs: env.SMS_LEASE_SECONDS * 1000,
      simulator: {
        delayMs: env.SIMULATOR_DELAY_SECONDS * 1000,
        failureShare: env.SIMULATOR_FAILURE_SHARE,
      },
    },
    messageRetentionMs: env.SMS_RETENTION_DAYS * dayMs,
    textRetentionMs: env.SMS_TEXT_DAYS === undefined ? undefined : env.SMS_TEXT_DAYS * dayMs,
    smpp: readSmpp(env),
    trialCredits: env.SMS_TRIAL_CREDITS,
    trialsPerAddress: env.SMS_TRIAL_ACCOUNTS_PER_ADDRESS,
    simulatesTrials: env.SMS_TRIAL_SENDS === 'simulated',
    auditRetentionMs: env.AUDIT_RETENTION_DAYS * dayMs,
    cacheKib: env.CACHE_MB * 1024,
    s3: {
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      deadlineMs: env.S3_DEADLINE_SECONDS * 1000,
    },
    stopMs: env.STOP_SECONDS * 1000,
  };
}

/** Undefined where there is none. */
function readReplica({ DATABASE_READ_URL: url, DATABASE_READ_LAG_SECONDS: seconds }: Environment) {
  return url === undefined ? undefined : { url, longestLagMs: seconds * 1000 };
}

/** The name that is listened on is one of the server's in any case. */
function readAllowedHosts({ ALLOWED_HOSTS = '', HOST }: Environment): string[] {
  const names = ALLOWED_HOSTS.split(',').map((name) => name.trim().toLowerCase());
  if (isIP(HOST) === 0) names.push(HOST.toLowerCase());
  return names.filter((name) => name !== '');
}

type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

function readTrustProxy(text: string): TrustProxy {
  if (text === 'false') return false;
  if (!/^\d+$/.test(text)) return text.split(',').map((address) => address.trim());
  const proxies = Number(text);
  return (_address, hop) => hop < proxies;
}
