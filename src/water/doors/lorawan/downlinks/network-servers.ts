import { type Agents, describeFailure, type PostDeps } from '../../../../delivery/signed-post.ts';
import type { FaultText } from '../../../../kit/api/failures/faults.ts';
import { httpDelete, httpPost, type PostResult } from '../../../../kit/http/http-post.ts';
import { toIso } from '../../../../kit/time/instant.ts';
import type { Network } from '../uplink.ts';
import type { ServerRow } from './queries.ts';

/** A frame for a device. */
export type Frame = {
  commandId: number;
  fPort: number;
  bytes: Buffer;
  /** Instant after which it must not go out any more, epoch ms. */
  expiresAt: number;
};

export type QueueRequest = {
  server: Pick<ServerRow, 'url' | 'webhook_id'>;
  key: string;
  /** DevEUI, 16 digits. */
  devEui: string;
  /** `<application>/<device>` of The Things Stack; undefined where it was never heard. */
  address: string | undefined;
  /** What the queue is to hold, in this order; none empties it. */
  frames: Frame[];
  signal: AbortSignal;
};

/**
 * The names of the downlinks in the order of their frames, or why the queue may be another one, with the status of
 * the answer where there was one.
 */
export type QueueResult = { names: string[] } | QueueFailure;
export type QueueFailure = { error: FaultText; status: number | undefined };

/** Sets what the queue of a device holds at its network server. */
export type SetQueue = (request: QueueRequest) => Promise<QueueResult>;

type CallDeps = Pick<PostDeps, 'destinations'> & { agents: Agents };
type Call = { method: 'POST' | 'DELETE'; path: string; body?: object };

const deadlineMs = 10_000;
const largestAnswer = 16_384;

/** Ways to set the queue of a device, by the kind of its network server. */
export function createSetQueue(deps: CallDeps): Record<Network, SetQueue> {
  return {
    chirpstack: (request) => setChirpstackQueue(deps, request),
    tts: (request) => setTtsQueue(deps, request),
  };
}

/**
 * ChirpStack 4 behind its REST API (https://www.chirpstack.io/docs/chirpstack/api/): `DELETE` and `POST` of
 * `/api/devices/{dev_eui}/queue`. It drops what has expired by itself, since 4.12.
 */
async function setChirpstackQueue(deps: CallDeps, request: QueueRequest): Promise<QueueResult> {
  const path = `/api/devices/${request.devEui.toLowerCase()}/queue`;
  const headers = { 'grpc-metadata-authorization': `Bearer ${request.key}` };
  const flushed = await call(deps, request, headers, { method: 'DELETE', path });
  if (flushed.failure) return flushed.failure;
  const names: string[] = [];
  for (const { fPort, bytes, expiresAt } of request.frames) {
    const data = bytes.toString('base64');
    const queueItem = { confirmed: true, fPort, data, expiresAt: toIso(expiresAt) };
    const { failure, text } = await call(deps, request, headers, {
      method: 'POST',
      path,
      body: { queueItem },
    });
    if (failure) return failure;
    names.push(idOf(text));
  }
  return { names };
}

/**
 * The Things Stack 3 (https://www.thethingsindustries.com/docs/integrations/webhooks/scheduling-downlinks/): one
 * call puts a list of downlinks in place of the queue. Each has a name of ours among its correlation ids,
 * which come back with what becomes of it.
 */
async function setTtsQueue(deps: CallDeps, request: QueueRequest): Promise<QueueResult> {
  const { address = '', server, key, frames } = request;
  const [application = '', device = ''] = address.split('/').map(encodeURIComponent);
  const webhook = encodeURIComponent(server.webhook_id ?? '');
  const path =
    `/api/v3/as/applications/${application}/webhooks/${webhook}` +
    `/devices/${device}/down/replace`;
  const names = frames.map(({ commandId }) => `kisima:command:${commandId}`);
  const downlinks = frames.map(({ fPort, bytes }, index) => ({
    f_port: fPort,
    frm_payload: bytes.toString('base64'),
    confirmed: true,
    priority: 'HIGH',
    correlation_ids: [names[index]],
  }));
  const headers = { authorization: `Bearer ${key}` };
  const { failure } = await call(deps, request, headers, {
    method: 'POST',
    path,
    body: { downlinks },
  });
  return failure ?? { names };
}

async function call(
  { destinations, agents }: CallDeps,
  { server, signal }: QueueRequest,
  headers: Record<string, string>,
  { method, path, body }: Call,
): Promise<{ failure?: QueueFailure; text: string }> {
  const url = `${server.url.replace(/\/$/, '')}${path}`;
  const refusal = destinations.refusalOf(url);
  const request = {
    url,
    deadlineMs,
    largestAnswer,
    signal,
    lookup: destinations.lookup,
    agent: url.startsWith('https:') ? agents.https : agents.http,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Kisima-LoRaWAN' },
  };
  const result: PostResult = refusal
    ? { outcome: 'unsent', cause: 'unreachable', error: refusal }
    : method === 'DELETE'
      ? await httpDelete(request)
      : await httpPost({ ...request, body: JSON.stringify(body) });
  const error = describeFailure(result);
  const isAnswered = result.outcome === 'answered';
  return {
    ...(error !== undefined && {
      failure: { error, status: isAnswered ? result.status : undefined },
    }),
    text: isAnswered ? result.text : '',
  };
}

/** The id in an answer of ChirpStack; empty where there is none. */
function idOf(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
