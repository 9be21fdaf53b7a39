import { isLoopbackUrl } from '../../kit/http/host-check.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { Amount, ConfigError, Count, Secret, Text } from '../setting-types.ts';
import { declareProvider } from './declare-provider.ts';

const wrongUrl = 'must be a URL such as https://api.africastalking.com/version1/messaging';

export const africasTalking = declareProvider({
  name: 'africastalking',
  title: "Africa's Talking",
  guide: { about: "connecting Africa's Talking", page: 'sms-africas-talking.md' },
  settings: {
    AT_USERNAME: Text("Username at Africa's Talking; `sandbox` sends to their sandbox."),
    AT_API_KEY: Secret("API key of that user; with it messages can go through Africa's Talking.", {
      pattern: '^[!-~]+$',
      'x-message': 'must have ASCII characters only, without spaces',
    }),
    AT_SENDER: Text("Sender id or short code at Africa's Talking; theirs by default."),
    AT_URL: Text("Where Africa's Talking takes messages, instead of their own address.", {
      pattern: '^https?://[^\\s]+$',
      'x-message': wrongUrl,
    }),
    AT_DEADLINE_SECONDS: Amount("Longest wait for an answer of Africa's Talking.", 20, 0.1, 300),
    AT_BALANCE_MINUTES: Count(
      "Interval at which Africa's Talking is asked for the balance there; 0 never asks.",
      15,
      0,
      1440,
    ),
    AT_LOW_BALANCE: Amount(
      "Balance at Africa's Talking at which administrators are told that it runs low.",
      200,
      0,
      1_000_000_000,
      { 'x-unit': 'the currency of the account there' },
    ),
  },
  read: (env) => {
    const { AT_USERNAME: username, AT_API_KEY: apiKey, AT_SENDER: sender, AT_URL } = env;
    if ((username === undefined) !== (apiKey === undefined)) {
      throw new ConfigError('AT_USERNAME and AT_API_KEY are needed both, or neither');
    }
    if (AT_URL !== undefined && !URL.canParse(AT_URL)) throw new ConfigError(`AT_URL ${wrongUrl}`);
    if (username === undefined || apiKey === undefined) return undefined;
    const host =
      username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com';
    const url = AT_URL ?? `https://${host}/version1/messaging`;
    const balance = {
      // Beside the messages: …/version1/user.
      url: new URL('user', url).href,
      everyMs: env.AT_BALANCE_MINUTES * minuteMs,
      low: env.AT_LOW_BALANCE,
    };
    return {
      username,
      apiKey,
      sender,
      url,
      deadlineMs: env.AT_DEADLINE_SECONDS * 1000,
      ...(balance.everyMs > 0 && { balance }),
    };
  },
  plainLink: ({ url: text }) => {
    const url = new URL(text);
    const isPlain = url.protocol === 'http:' && !isLoopbackUrl(url);
    return isPlain ? { setting: 'AT_URL', remedy: 'https://' } : undefined;
  },
});
