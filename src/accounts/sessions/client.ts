import type { FastifyRequest } from 'fastify';
import { storable } from '../../kit/text/storable.ts';

/** Where a request comes from, as the account's owner sees it in a list. */
export type Client = {
  address: string;
  userAgent: string | null;
  /** The random name that a browser keeps for itself, where it says one. */
  browserId?: string | null | undefined;
};

const longestUserAgent = 300;

export function clientOf(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  { browser_id }: { browser_id?: string | null | undefined } = {},
): Client {
  const { 'user-agent': name } = headers;
  const userAgent = name === undefined ? null : storable(name, longestUserAgent);
  return { address: ip, userAgent, browserId: browser_id };
}
