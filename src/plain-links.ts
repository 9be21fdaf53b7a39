import type { Config } from './config.ts';
import { isPlain } from './db/postgres/postgres-address.ts';
import { isLoopback } from './kit/http/host-check.ts';

/** A setting that leads to another machine without encryption, and the remedy. */
export type PlainLink = { setting: string; remedy: string };

/**
 * Finds settings by which passwords and messages leave this machine unencrypted. A tunnel looks the same
 * from here, so the operator has to judge.
 */
export function findPlainLinks({
  databaseUrl,
  databaseReplica,
  databaseCaFile: caFile,
  reset,
  smpp,
  africasTalking,
}: Config): PlainLink[] {
  const databases = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReplica?.url };
  const plain: Record<string, string> = {};
  for (const [setting, url] of Object.entries(databases)) {
    if (url !== undefined && isPlain({ url, caFile })) plain[setting] = 'sslmode=verify-full';
  }
  const mail = reset.smtpUrl === undefined ? null : URL.parse(reset.smtpUrl);
  if (mail?.protocol === 'smtp:' && isElsewhere(mail) && !asksForTls(mail)) {
    plain['SMTP_URL'] = 'smtps://, or ?requireTLS=true at its end';
  }
  if (smpp && !smpp.tls && !isLoopback(smpp.host)) plain['SMPP_URL'] = 'smpps://';
  const provider = africasTalking && URL.parse(africasTalking.url);
  if (provider?.protocol === 'http:' && isElsewhere(provider)) plain['AT_URL'] = 'https://';
  return Object.entries(plain).map(([setting, remedy]) => ({ setting, remedy }));
}

function isElsewhere({ hostname }: URL): boolean {
  return !isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Without it the library goes on in plain text where a server, or a machine in between, offers nothing
 * else.
 */
function asksForTls({ searchParams }: URL): boolean {
  return ['requireTLS', 'secure'].some((name) => searchParams.get(name) === 'true');
}
