import http from 'node:http';
import https from 'node:https';

/** One request to the service's public interface. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, below the service's base address. */
  path: string;
  body?: { type: 'form' | 'json'; text: string };
  /** The owner's bearer token. */
  token?: string;
}

/** What came back. */
export interface ApiAnswer {
  status: number;
  text: string;
  /** The server's time by its Date header (whole seconds), epoch milliseconds. */
  serverTime: number | null;
  /** The Retry-After header as it came. */
  retryAfter: string | null;
}

/** Sends a request; rejects where no whole answer came (no connection, deadline, abort). */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

/** An open line to a service. */
export interface Connection {
  send: Send;
  close(): void;
}

const CONTENT_TYPES = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
} as const;

/**
 * A line over HTTP with kept-alive sockets. Every request has a deadline; closing the line ends
 * those under way.
 */
export function connectByHttp(
  baseUrl: string,
  limits: { sockets: number; deadlineMs: number },
): Connection {
  const base = new URL(baseUrl);
  const client = base.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: limits.sockets });
  const send: Send = (request) =>
    new Promise((resolve, reject) => {
      const url = new URL(base.pathname.replace(/\/$/, '') + request.path, base);
      const outgoing = client.request(url, {
        method: request.method,
        headers: headersOf(request),
        agent,
      });
      const deadline = setTimeout(
        () => outgoing.destroy(new Error(`no answer within ${limits.deadlineMs} ms`)),
        limits.deadlineMs,
      );
      outgoing.on('close', () => clearTimeout(deadline));
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        readAnswer(incoming).then(resolve, reject);
      });
      outgoing.end(request.body?.text);
    });
  return { send, close: () => agent.destroy() };
}

function headersOf(request: ApiRequest): http.OutgoingHttpHeaders {
  const headers: http.OutgoingHttpHeaders = { accept: 'application/json' };
  if (request.body !== undefined) {
    headers['content-type'] = CONTENT_TYPES[request.body.type];
    headers['content-length'] = Buffer.byteLength(request.body.text);
  }
  if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`;
  return headers;
}

async function readAnswer(incoming: http.IncomingMessage): Promise<ApiAnswer> {
  incoming.setEncoding('utf8');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  const serverTime = Date.parse(incoming.headers.date ?? '');
  return {
    status: incoming.statusCode ?? 0,
    text,
    serverTime: Number.isNaN(serverTime) ? null : serverTime,
    retryAfter: incoming.headers['retry-after'] ?? null,
  };
}
