import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { httpPost, type PostResult } from '../kit/http/http-post.ts';
import type { Clock } from '../kit/time/clock.ts';
import { triesAtOnce } from './deliver.ts';
import type { Destinations } from './destinations.ts';
import { signPost } from './sign-post.ts';

export type PostDeps = {
  clock: Clock;
  destinations: Destinations;
  /** Longest wait for an answer, in milliseconds. */
  deadlineMs: number;
  /** Names this program to the endpoint. */
  userAgent: string;
};

export type Agents = { http: HttpAgent; https: HttpsAgent };

const largestAnswer = 16_384;

/** Pooled connections, so that a busy endpoint does not pay for one at every post. */
export function createAgents(): Agents {
  const options = { keepAlive: true, maxSockets: triesAtOnce, maxFreeSockets: 2 };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Posts JSON to an endpoint, signed; over a connection of its own where no pool is given. */
export function postSigned(
  { clock, destinations, deadlineMs, userAgent }: PostDeps,
  { url, secret }: { url: string; secret: string },
  { id, body }: { id: string; body: string },
  { agents, signal }: { agents?: Agents; signal?: AbortSignal } = {},
): Promise<PostResult> {
  const refusal = destinations.refusalOf(url);
  if (refusal) {
    return Promise.resolve({ outcome: 'unsent', cause: 'unreachable', error: refusal });
  }
  return httpPost({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signPost({ secret, id, now: clock(), body }),
    },
    deadlineMs,
    largestAnswer,
    ...(agents && { agent: url.startsWith('https:') ? agents.https : agents.http }),
    lookup: destinations.lookup,
    ...(signal && { signal }),
  });
}

/**
 * Describes a failure to the endpoint's owner; undefined for any 2xx. A redirect is not followed, so it is
 * a failure like others. Owners choose the URL and read this, so it names no host, address or certificate,
 * and does not distinguish a name that does not exist, one that leads to a private address and one that
 * takes no connections: else they could probe the network of this server.
 */
export function describeFailure(result: PostResult): FaultText | undefined {
  if (result.outcome !== 'answered') return describeCause(result);
  const isTaken = result.status >= 200 && result.status < 300;
  return isTaken ? undefined : fault('answeredWith', { status: result.status });
}

function describeCause(result: Exclude<PostResult, { outcome: 'answered' }>): FaultText {
  switch (result.cause) {
    case 'unreachable':
      return fault('hostUnreachable');
    case 'insecure':
      return fault('insecure');
    case 'late':
      return result.error;
    case 'broken':
      return fault('brokenOff');
  }
}
