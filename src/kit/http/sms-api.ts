import { httpPost, type PostResult } from './http-post.ts';

/** Long, as an SMS service itself waits for its provider before it answers. */
const deadlineMs = 30_000;
const largestAnswer = 16_384;

/** Options of each request to an SMS API (document 2, section 4), as any client makes it. */
export function smsApiOptions(key: string) {
  return { headers: { 'x-api-key': key }, deadlineMs, largestAnswer };
}

type Send = Omit<Parameters<typeof httpPost>[0], 'body'> & {
  /** Address of the service, such as `https://sms.example.com`. */
  url: string;
  to: string;
  text: string;
  /** Idempotency key: a send that is tried again goes out once. */
  name: string;
};

/** Sends one SMS. */
export async function sendSms({
  url,
  to,
  text,
  name,
  headers,
  ...options
}: Send): Promise<PostResult> {
  return await httpPost({
    ...options,
    url: `${url}/v1/sms/send`,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': name },
    body: JSON.stringify({ to, message: withoutBraces(text) }),
  });
}

/** The SMS service refuses what stands in braces and for nothing, and a name of a tank may have them. */
function withoutBraces(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')');
}

/** True where the service only simulates the account: no phone gets the SMS. */
export function isSimulated(answer: string): boolean {
  return readObject(answer)['simulated'] === true;
}

/** Reads a JSON object; empty for what is none. */
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
