import { make } from '../server/process-client.ts';
import { openSmsAccount } from '../sms/sms-client.ts';
import { createLimitClient } from './limit-client.ts';
import type { LimitRequest } from './requests-at-limit.ts';

/** Somebody with an account, a key, a device and a group of contacts. */
export type LimitAccount = {
  token: string;
  apiKey: string;
  deviceId: string;
  serial: string;
  groupId: string;
};

/** Answer to a request, and the time it was under way. */
export type Asked = {
  name: string;
  status: number;
  bytes: number;
  milliseconds: number;
  start: number;
  end: number;
};

/** So many, since a key may send 60 messages a minute. */
const accountsInAll = 24;

export type Asker = Awaited<ReturnType<typeof createAsker>>;

/** Asks as people who take turns, so that none of them is refused for asking often. */
export async function createAsker(url: string) {
  const client = createLimitClient(url);
  const accounts: LimitAccount[] = [];
  while (accounts.length < accountsInAll) accounts.push(await openAccount(url));
  const asked: Asked[] = [];
  let turn = 0;
  const [first] = accounts;
  if (!first) throw new Error('nobody asks');
  return {
    url,
    asked,
    close: client.close,
    /** Somebody new. */
    join: () => openAccount(url),
    /** Some operations end the session that asks for them, or delete what others need. */
    beginRoute: async (route: string) => {
      const isApart = route.includes('/api/auth.php') || route.includes('{id}');
      const account = isApart ? await openAccount(url) : undefined;
      return { account, ids: { id: (account ?? first).groupId } };
    },
    ask: async ({ name, ...request }: LimitRequest, by?: LimitAccount) => {
      turn += 1;
      const isSending = request.path.includes('/sms/');
      const { token, apiKey } =
        by ?? (isSending ? accounts[turn % accounts.length] : first) ?? first;
      const start = Date.now();
      const headers = { authorization: `Bearer ${token}`, 'x-api-key': apiKey };
      const { status, bytes, milliseconds } = await client.send(request, headers);
      asked.push({ name, status, bytes, milliseconds, start, end: Date.now() });
    },
  };
}

async function openAccount(url: string): Promise<LimitAccount> {
  const { token, apiKey } = await openSmsAccount(url);
  const serial = `LIMIT-${crypto.randomUUID().slice(0, 8)}`;
  const json = { mac_or_serial: serial };
  const device = await make<{ id: string }>(url, '/api/devices.php?action=register', {
    token,
    json,
  });
  const group = await make<{ id: number }>(url, '/v1/account/groups', {
    token,
    json: { name: 'All' },
  });
  return { token, apiKey, deviceId: device.id, serial, groupId: String(group.id) };
}
