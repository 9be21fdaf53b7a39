import type { Answer } from '../server/test-server.ts';
import type { SmsOwner } from './sms-account.ts';

/** How many sends of its owner an account takes in a minute. */
export const sendsPerMinute = 600;

/** What an answer says of the limit of sends: how many, how many are left, and seconds until they are again. */
export const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

/** Calls `/v1/account/sms` as the owner of an account. */
export const as =
  ({ call }: SmsOwner) =>
  (method: string, path: string, options?: Parameters<SmsOwner['call']>[2]) =>
    call(method, `/sms${path}`, options);

/** Makes sends that fail, each of which counts. @returns their statuses. */
export async function sendInVain(call: ReturnType<typeof as>, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let left = times; left > 0; left -= 50) {
    const round = Array.from({ length: Math.min(50, left) }, () =>
      call('POST', '/send', { json: {} }),
    );
    statuses.push(...(await Promise.all(round)).map(({ status }) => status));
  }
  return statuses;
}
