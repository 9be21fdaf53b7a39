import type { Environment } from './environment.ts';

/** Messages a second of each provider that has a limit. */
export function readRates(text = ''): Map<string, number> {
  const rates = text.split(',').filter((each) => each !== '');
  return new Map(
    rates.map((each) => {
      const [name = '', perSecond] = each.split('=');
      return [name, Math.max(1, Number(perSecond))];
    }),
  );
}

/** Undefined where nobody has an account there. */
export function readAfricasTalking(env: Environment) {
  const { AT_USERNAME: username, AT_API_KEY: apiKey, AT_SENDER: sender } = env;
  if (username === undefined || apiKey === undefined) return undefined;
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com';
  const url = env.AT_URL ?? `https://${host}/version1/messaging`;
  return { username, apiKey, sender, url, deadlineMs: env.AT_DEADLINE_SECONDS * 1000 };
}

/** Undefined where there is no SMSC. */
export function readSmpp(env: Environment) {
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

/** The lower of both limits, so that either is kept where parts leave; 0 where there is none. */
function readThroughput(env: Environment): number {
  const limits = [env.SMPP_THROUGHPUT, readRates(env.SMS_RATES).get('smpp') ?? 0];
  const set = limits.filter((limit) => limit > 0);
  return set.length === 0 ? 0 : Math.min(...set);
}
