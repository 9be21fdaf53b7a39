import assert from 'node:assert/strict';
import { type Engine, startTestServer, type TestServer } from '../server/test-server.ts';
import { type SmsStand, startSmsStand } from '../sms/sms-stand.ts';
import { until } from '../until.ts';
import { callAuth, type RegisteredUser, registerUser } from './accounts.ts';

export type PhoneUser = RegisteredUser & { phone: string };

export type PhoneServer = Awaited<ReturnType<typeof startPhoneServer>>;

let numbers = 0;

/** A number that no other test of this process has. */
export function newPhone(): string {
  numbers += 1;
  return `2547${String(10_000_000 + numbers)}`;
}

/** Starts a server whose operator sends SMS by a stand-in of document 2, and takes what it sends. */
export async function startPhoneServer(
  engine: Engine,
  env: Record<string, string> = {},
  more: { isTimed?: boolean } = {},
) {
  const sms = await startSmsStand();
  const server = await startTestServer({
    ...more,
    engine,
    env: { ACCOUNT_SMS_KEY: 'key', ACCOUNT_SMS_BASE: `${sms.base}/v1`, TRUST_PROXY: '1', ...env },
  });
  /** Waits until the server knows that its last code for a number was not taken. */
  const untilForgotten = async (phone: string) =>
    await until(async () => {
      const codes = server.db.write.selectFrom('phone_codes').select('sent_at');
      const row = await codes.where('phone', '=', phone).executeTakeFirst();
      return row?.sent_at === 0;
    });
  const stop = async () => {
    await server.stop();
    await sms.close();
  };
  return { server, sms, ...phonesOf(server, sms), untilForgotten, stop };
}

type Stand = Pick<SmsStand, 'taken' | 'refused'>;

/** What tests do with the numbers of accounts. */
export function phonesOf(server: TestServer, sms: Stand) {
  /** The code of the next SMS to a number, which is taken away. */
  const nextSms = async (phone: string) =>
    await until(async () => {
      const at = sms.taken.findIndex(({ to }) => to === phone);
      return at >= 0 && sms.taken.splice(at, 1)[0]?.message;
    });
  const nextCode = async (phone: string) => /\d{6}/.exec(await nextSms(phone))?.[0] ?? '';
  const call = (action: string, json: unknown, token?: string, address = '198.51.100.7') =>
    callAuth(server, action, {
      json,
      headers: { 'x-forwarded-for': address },
      ...(token !== undefined && { token }),
    });
  const start = ({ token, password }: RegisteredUser, phone: string) =>
    call('phone-start', { phone, password }, token);
  const give = async (user: RegisteredUser, phone = newPhone()): Promise<PhoneUser> => {
    const started = await start(user, phone);
    assert.equal(started.status, 200, started.text);
    const json = { sms_code: await nextCode(phone) };
    const confirmed = await call('phone-confirm', json, user.token);
    assert.equal(confirmed.status, 200, confirmed.text);
    return { ...user, phone };
  };
  return {
    call,
    nextSms,
    nextCode,
    start,
    give,
    newUser: async () => give(await registerUser(server)),
    /** Lets the SMS service refuse a number. */
    refuse: (phone: string) => void sms.refused.add(phone),
  };
}
