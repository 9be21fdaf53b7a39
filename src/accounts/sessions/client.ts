import type { FastifyRequest } from 'fastify';
import { storable } from '../../kit/text/storable.ts';

/** Where a request comes from, as the account's owner sees it in a list. */
export type Client = { address: string; userAgent: string | null };

const longestUserAgent = 300;

export function clientOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client {
  const { 'user-agent': name } = headers;
  const userAgent = name === undefined ? null : storable(name, longestUserAgent);
  return { address: ip, userAgent };
}
