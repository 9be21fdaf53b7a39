export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, below the service's base address. */
  path: string;
  body?: { type: 'form' | 'json'; text: string };
  token?: string;
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
  close(): void;
}

const contentTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** What a board on a slow network waits for an answer. */
const deadlineMs = 10_000;

/** A line over HTTP; the runtime keeps its sockets alive. */
export function connectByHttp(baseUrl: string): Connection {
  const base = baseUrl.replace(/\/$/, '');
  const closing = new AbortController();
  return {
    send: async ({ method, path, body, token }) => {
      const response = await fetch(base + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': contentTypes[body.type] }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: body?.text ?? null,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)]),
      });
      const serverTime = Date.parse(response.headers.get('date') ?? '');
      return {
        status: response.status,
        text: await response.text(),
        serverTime: Number.isNaN(serverTime) ? null : serverTime,
        retryAfter: response.headers.get('retry-after'),
      };
    },
    close: () => closing.abort(),
  };
}
