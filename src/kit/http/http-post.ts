import http, { type Agent, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { type FaultText, fault } from '../api/failures/faults.ts';
import { retryAfterMs } from './retry-after.ts';

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Longest wait for the whole answer, connecting included, in milliseconds. */
  deadlineMs: number;
  /** Most bytes of the answer's body that are read. */
  largestAnswer: number;
  /** Pools connections; without one every request has a connection of its own. */
  agent?: Agent;
  lookup?: NonNullable<RequestOptions['lookup']>;
  /** Ends the request at once when aborted. */
  signal?: AbortSignal;
};

/**
 * Outcome of a POST:
 * - `answered`: with `status`; `text` may be cut, by the bound or by the deadline;
 * - `unsent`: no connection came about, so the other side has seen nothing of it;
 * - `unanswered`: it left, or may have, and no answer came.
 * `error` is for operators: it may name hosts and addresses. `cause` is fit for anybody: no connection
 * (`unreachable`), none that is secure (`insecure`), no answer in time (`late`), or a connection that ended
 * before the answer (`broken`).
 */
export type PostResult =
  | { outcome: 'answered'; status: number; retryAfterMs: number | undefined; text: string }
  | { outcome: 'unsent'; cause: 'unreachable' | 'insecure'; error: string }
  | { outcome: 'unanswered'; cause: 'late'; error: FaultText }
  | { outcome: 'unanswered'; cause: 'broken'; error: string };

const connectedSockets = new WeakSet<Socket>();

/** Posts once: a redirect is an answer like any other. Never rejects, and keeps its deadline. */
export function httpPost(post: Post): Promise<PostResult> {
  const length = String(Buffer.byteLength(post.body));
  return exchange('POST', { ...post, headers: { ...post.headers, 'content-length': length } });
}

/** Gets once, as `httpPost` posts. */
export function httpGet(get: Omit<Post, 'body'>): Promise<PostResult> {
  return exchange('GET', { ...get, body: '' });
}

/** Deletes once, as `httpPost` posts. */
export function httpDelete(options: Omit<Post, 'body'>): Promise<PostResult> {
  return exchange('DELETE', { ...options, body: '' });
}

function exchange(method: 'GET' | 'POST' | 'DELETE', post: Post): Promise<PostResult> {
  const { url, headers, body, deadlineMs, largestAnswer, agent, lookup, signal } = post;
  return new Promise((resolve) => {
    const isTls = url.startsWith('https:');
    const request = (isTls ? https : http).request(url, {
      method,
      headers,
      agent: agent ?? false,
      ...(lookup && { lookup }),
      ...(signal && { signal }),
    });
    let isReached = false;
    let isConnected = false;
    let answer: { status: number; retryAfterMs: number | undefined } | undefined;
    const chunks: Buffer[] = [];
    let size = 0;

    const settle = (error: string, late?: FaultText): void => {
      clearTimeout(timer);
      if (answer) {
        resolve({ outcome: 'answered', ...answer, text: Buffer.concat(chunks).toString() });
      } else if (isConnected) {
        resolve(
          late
            ? { outcome: 'unanswered', cause: 'late', error: late }
            : { outcome: 'unanswered', cause: 'broken', error },
        );
      } else {
        resolve({ outcome: 'unsent', cause: isReached ? 'insecure' : 'unreachable', error });
      }
    };
    const timer = setTimeout(() => {
      const late = fault('late', { milliseconds: deadlineMs });
      settle(late, late);
      request.destroy();
    }, deadlineMs);

    request.on('socket', (socket) => {
      isConnected = connectedSockets.has(socket);
      if (isConnected) return;
      socket.once('connect', () => {
        isReached = true;
      });
      // Over TLS nothing of the request leaves before the handshake is done.
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        connectedSockets.add(socket);
        isConnected = true;
      });
    });
    request.on('error', (error) => settle(describe(error)));
    request.on('response', (response) => {
      answer = {
        status: response.statusCode ?? 0,
        retryAfterMs: retryAfterMs(response.headers),
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, largestAnswer - size));
        size += chunk.length;
        if (size > largestAnswer) request.destroy();
      });
      // Also where the answer breaks off or was cut: its status is known.
      response.on('error', () => {});
      response.on('close', () => settle('the answer broke off'));
    });
    request.end(body);
  });
}

/** A host with several addresses fails once for each; the first is enough. */
function describe(error: Error): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  const { code } = first as { code?: unknown };
  return typeof code === 'string' && !first.message.includes(code)
    ? `${code}: ${first.message}`
    : first.message;
}
