import http, { type Agent, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, below the service's base address. */
  path: string;
  body?: { type: 'form' | 'json'; text: string };
  token?: string;
  /** Device that sends it, over a connection of its own. */
  device?: string;
};

export type ApiAnswer = {
  status: number;
  text: string;
  /** The server's time by its Date header (whole seconds), epoch milliseconds. */
  serverTime: number | null;
  retryAfter: string | null;
};

/** Sends a request; rejects without a whole answer (no connection, deadline, abort). */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export type ConnectionChoices = {
  /** A device keeps its connection, or opens a new one for each request. */
  connections: 'kept' | 'new';
  /** Devices that keep theirs at once; the others open a new one for each request. */
  sockets: number;
  /** Certificates in PEM that are trusted in place of the usual ones; null for those. */
  ca: string | null;
};

/** The connections of a fleet: one of each device, and some that the owners share. */
export type Connection = {
  send: Send;
  /** Connections that are open now, the most so far, and all that were opened. */
  sockets: { readonly open: number; readonly most: number; readonly opened: number };
  /** Ends every connection at once; requests under way are lost. */
  drop: () => void;
  close: () => void;
};

const contentTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** Longest wait of a board on a slow network for an answer. */
const deadlineMs = 10_000;

/** HTTP or HTTPS to one server, whose base may be a path. */
export function connectByHttp(baseUrl: string, choices: ConnectionChoices): Connection {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  const transport = isSecure ? https : http;
  // One context for all: a new one for each connection would read the certificates again.
  const secureContext =
    isSecure && choices.ca !== null ? createSecureContext({ ca: choices.ca }) : undefined;
  const target = {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    ...(secureContext && { secureContext }),
  };
  const shared = new transport.Agent({ keepAlive: true });
  const kept = new Map<string, Agent>();
  const open = new Set<Socket>();
  const counts = { most: 0, opened: 0 };
  let isClosed = false;

  /** Agent of a device's connection; false where it opens a new one each time. */
  const agentOf = (device: string | undefined): Agent | false => {
    if (device === undefined) return shared;
    if (choices.connections === 'new') return false;
    const known = kept.get(device);
    if (known !== undefined || kept.size >= choices.sockets) return known ?? false;
    const agent = new transport.Agent({ keepAlive: true, maxSockets: 1 });
    kept.set(device, agent);
    return agent;
  };
  const note = (socket: Socket, device: string | undefined) => {
    if (open.has(socket)) return;
    open.add(socket);
    counts.opened += 1;
    counts.most = Math.max(counts.most, open.size);
    socket.once('close', () => {
      open.delete(socket);
      // Its place is free for another device.
      if (device !== undefined) kept.delete(device);
    });
  };
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    sockets: {
      get open() {
        return open.size;
      },
      get most() {
        return counts.most;
      },
      get opened() {
        return counts.opened;
      },
    },
    drop,
    close: () => {
      isClosed = true;
      drop();
    },
    send: async ({ method, path, body, token, device }) => {
      if (isClosed) throw new Error('the run is over');
      const headers = {
        accept: 'application/json',
        ...(body && {
          'content-type': contentTypes[body.type],
          'content-length': Buffer.byteLength(body.text),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const at = { ...target, method, path: pathname.replace(/\/$/, '') + path, headers };
      const request = transport.request({ ...at, agent: agentOf(device) } satisfies RequestOptions);
      request.once('socket', (socket) => note(socket, device));
      return await exchange(request, body?.text);
    },
  };
}

function exchange(request: http.ClientRequest, text: string | undefined): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
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
