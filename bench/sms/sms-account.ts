/** An account that may send, with as many keys as its rate needs. */
export type SmsAccount = { userId: number; token: string; keys: string[] };

/** Registers an account and makes keys, through the public API. */
export async function openSmsAccount(url: string, keys = 1): Promise<SmsAccount> {
  const { token, user } = await call<{ token: string; user: { id: string } }>(
    `${url}/api/auth.php?action=register`,
    { email: `bench-${Date.now()}@kisima.example`, password: 'a long enough password' },
  );
  const account: SmsAccount = { userId: Number(user.id), token, keys: [] };
  for (let count = 0; count < keys; count += 1) {
    const { api_key } = await call<{ api_key: string }>(
      `${url}/v1/account/keys`,
      { name: `bench ${count}` },
      { authorization: `Bearer ${token}` },
    );
    account.keys.push(api_key);
  }
  return account;
}

/** `count` different Kenyan numbers, as a client writes them. */
export function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `07${String(10_000_000 + index)}`);
}

export async function call<T>(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Submits without an answer, for the bare codec and for Kisima. */
export const window = 100;

/** Neither credits nor registrations are what is measured, and all that is sent goes its whole way. */
export const plenty = {
  SMS_TRIAL_CREDITS: '1000000',
  SMS_TRIAL_SENDS: 'real',
  SMS_TRIAL_ACCOUNTS_PER_ADDRESS: '1000',
  REGISTRATIONS_PER_ADDRESS: '1000',
};

/** Kisima in front of the SMSC at this port. */
export function smppSettings(port: number): Record<string, string> {
  return {
    ...plenty,
    SMPP_URL: `smpp://bench:bench@127.0.0.1:${port}`,
    SMPP_WINDOW: String(window),
  };
}
