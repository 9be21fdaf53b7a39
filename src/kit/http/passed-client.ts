import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Header by which this server, asking its own SMS service for somebody, says at which address they are. */
const header = 'kisima-client';

export type PassedClient = {
  /** Headers of a request to this server itself, made for the client at an address. */
  headersFor: (address: string) => Record<string, string>;
  /** Address of the client that a request is made for: its own, unless this server passes another one on. */
  addressOf: (request: Pick<FastifyRequest, 'headers' | 'ip'>) => string;
};

/**
 * Passes on the address of a client, signed with the server's secret, so that limits by address count the
 * client and not this server, and nobody else can claim another address.
 */
export function createPassedClient(serverSecret: Buffer): PassedClient {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'kisima passed clients', 32));
  const sign = (address: string) => createHmac('sha256', key).update(address).digest('base64url');
  return {
    headersFor: (address) => ({ [header]: `${address} ${sign(address)}` }),
    addressOf: ({ headers, ip }) => {
      const [address = '', signature = ''] = String(headers[header] ?? '').split(' ');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(address))];
      return given.length === right.length && timingSafeEqual(given, right) ? address : ip;
    },
  };
}
