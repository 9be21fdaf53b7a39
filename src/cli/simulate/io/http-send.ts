import type { RequestOptions } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { createSecureContext } from 'node:tls';
import { type ConnectionChoices, DeviceLines } from './device-lines.ts';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, below the service's base address. */
  path: string;
  body?: { type: 'form' | 'json'; text: string };
  token?: string;
  /** The device that sends it, over a connection of its own. */
  device?: string;
}

export interface ApiAnswer {
  status: number;
  text: string;
  /** The server's time by its Date header (whole seconds), epoch milliseconds. */
  serverTime: number | null;
  retryAfter: string | null;
}

/** Sends a request; rejects where no whole answer came (no connection, deadline, abort). */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export interface Connection {
  send: Send;
  /** How many connections are open now, the most so far, and how many were opened in all. */
  readonly sockets: { readonly open: number; readonly most: number; readonly opened: number };
  /** Ends every connection at once; what is under way is lost. */
  drop(): void;
  close(): void;
}

const contentTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** What a board on a slow network waits for an answer. */
const deadlineMs = 10_000;

/** HTTP or HTTPS to one server, which may lie below a path. */
export function connectByHttp(baseUrl: string, choices: ConnectionChoices): Connection {
  const base = new URL(baseUrl);
  const isSecure = base.protocol === 'https:';
  const prefix = base.pathname.replace(/\/$/, '');
  const lines = new DeviceLines(isSecure ? https : http, choices);
  // One context for all: a new one for each connection would read the certificates again.
  const secureContext =
    isSecure && choices.ca !== null ? createSecureContext({ ca: choices.ca }) : undefined;
  const target = {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: base.port,
    ...(secureContext && { secureContext }),
  };
  return {
    sockets: lines,
    drop: () => lines.drop(),
    close: () => lines.close(),
    send: ({ method, path, body, token, device }) => {
      const headers = {
        accept: 'application/json',
        ...(body && {
          'content-type': contentTypes[body.type],
          'content-length': Buffer.byteLength(body.text),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const options = { ...target, method, path: prefix + path, headers };
      return exchange(lines, options, body?.text, device);
    },
  };
}

function exchange(
  lines: DeviceLines,
  options: RequestOptions,
  text: string | undefined,
  device: string | undefined,
): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const request = lines.request(options, device);
    const deadline = setTimeout(() => {
      request.destroy(new Error(`no answer in ${deadlineMs / 1000} seconds`));
    }, deadlineMs);
    request.once('close', () => {
      clearTimeout(deadline);
      reject(new Error('the connection ended before the answer'));
    });
    request.on('error', reject);
    request.once('response', (response) => {
      let answered = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        answered += chunk;
      });
      response.on('error', reject);
      response.once('end', () => {
        const { date = '', 'retry-after': retryAfter = null } = response.headers;
        const serverTime = Date.parse(date);
        resolve({
          status: response.statusCode ?? 0,
          text: answered,
          serverTime: Number.isNaN(serverTime) ? null : serverTime,
          retryAfter,
        });
      });
    });
    request.end(text);
  });
}
