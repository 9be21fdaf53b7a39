import { httpGet } from '../../../kit/http/http-post.ts';
import type { BalanceAnswer } from '../provider.ts';
import { fieldOf, parseJson, textOf } from './read-json.ts';

type Account = { username: string; apiKey: string; balanceUrl: string; deadlineMs: number };

const largestAnswer = 16_384;

/** Asks Africa's Talking for the balance of an account there (`GET /version1/user`). */
export async function askBalance(account: Account, signal: AbortSignal): Promise<BalanceAnswer> {
  const { username, apiKey, balanceUrl, deadlineMs } = account;
  const url = new URL(balanceUrl);
  url.searchParams.set('username', username);
  const result = await httpGet({
    url: url.href,
    headers: { apiKey, accept: 'application/json' },
    deadlineMs,
    largestAnswer,
    signal,
  });
  if (result.outcome !== 'answered') return { error: result.error };
  if (result.status !== 200) return { error: `answered with status ${result.status}` };
  return readBalance(result.text);
}

/** Reads `{"UserData":{"balance":"KES 1785.50"}}`. */
export function readBalance(text: string): BalanceAnswer {
  const words = textOf(fieldOf(parseJson(text), 'UserData'), 'balance').trim();
  const [, before = '', digits = '', after = ''] =
    /^([A-Z]{3})? ?(-?[\d,]{1,20}(?:\.\d{1,10})?) ?([A-Z]{3})?$/.exec(words) ?? [];
  const amount = Number.parseFloat(digits.replaceAll(',', ''));
  if (Number.isNaN(amount)) return { error: 'the answer has no balance' };
  return { amount, currency: before || after };
}
