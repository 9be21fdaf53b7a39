import type { Config } from './config.ts';
import { isPlain } from './db/postgres/postgres-address.ts';
import { isLoopbackUrl } from './kit/http/host-check.ts';
import { findPlainProviders } from './settings/providers/providers.ts';
import type { PlainLink } from './settings/setting-types.ts';

/**
 * Finds settings by which passwords and messages leave this machine unencrypted. A tunnel looks the same
 * from here, so the operator has to judge.
 */
export function findPlainLinks({
  databaseUrl,
  databaseReplica,
  databaseCaFile: caFile,
  reset,
  accountSms,
  ...providers
}: Config): PlainLink[] {
  const databases = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReplica?.url };
  const plain: Record<string, string> = {};
  for (const [setting, url] of Object.entries(databases)) {
    if (url !== undefined && isPlain({ url, caFile })) plain[setting] = 'sslmode=verify-full';
  }
  const mail = reset.smtpUrl === undefined ? null : URL.parse(reset.smtpUrl);
  if (mail?.protocol === 'smtp:' && !isLoopbackUrl(mail) && !asksForTls(mail)) {
    plain['SMTP_URL'] = 'smtps://, or ?requireTLS=true at its end';
  }
  const sms = accountSms.base === undefined ? null : URL.parse(accountSms.base);
  if (sms?.protocol === 'http:' && !isLoopbackUrl(sms)) plain['ACCOUNT_SMS_BASE'] = 'https://';
  return [
    ...Object.entries(plain).map(([setting, remedy]) => ({ setting, remedy })),
    ...findPlainProviders(providers),
  ];
}

/**
 * Without it the library goes on in plain text where a server, or a machine in between, offers nothing
 * else.
 */
function asksForTls({ searchParams }: URL): boolean {
  return ['requireTLS', 'secure'].some((name) => searchParams.get(name) === 'true');
}
