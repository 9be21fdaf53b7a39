import type { FastifyRequest } from 'fastify';
import { createLastSeen } from '../../../accounts/sessions/last-seen.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { createAnswerWithin } from '../../../kit/async/deadline.ts';
import type { App } from '../../../kit/http/app.ts';
import { inflateBody } from '../../../kit/http/inflate.ts';
import { createMarkedSecrets } from '../../../kit/marked-secrets.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { ServiceDeps } from '../../../service-deps.ts';
import type { BatchDeps } from '../../direct/batch/take-batch.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { readChirpstack } from './chirpstack.ts';
import { takeJoin, takeReceipt } from './downlinks/take-receipt.ts';
import type { ObserveMessage } from './observe-webhooks.ts';
import { findSecretInUse, saveSecretUse } from './queries.ts';
import { ChirpstackEvent, EventQuery, noReadings, TtsMessage, WebhookAnswer } from './schemas.ts';
import { createTakeUplink, findDevice } from './take-uplink.ts';
import { readTts } from './tts.ts';
import type { Heard, Joined, Network, Receipt } from './uplink.ts';

/** Secrets of webhooks, which are sent as bearer tokens are. */
export const webhookSecrets = createMarkedSecrets('kwl_');

/** An uplink that a hundred gateways heard, with what each says of it. */
const bodyLimit = 131_072;

/** Longest wait of a network server, less than that of a device: The Things Stack gives up after 10 seconds. */
const answerWithinMs = 8 * secondMs;

const tags = ['LoRaWAN'];
const security = [{ bearer: [] }];

export type WebhookDeps = BatchDeps &
  PublishDeps<'commandsChanged'> &
  Pick<ServiceDeps, 'log'> & { observe: ObserveMessage };

/** `POST /integrations/…`: what network servers of LoRaWAN post, each with a secret of an account. */
export function addWebhookRoutes(app: App, deps: WebhookDeps): void {
  const { db, clock, log, observe } = deps;
  const takeUplink = createTakeUplink(deps);
  const noteUse = createLastSeen<number>(({ id, to }) => saveSecretUse(db.write, id, to), log);
  const inTime = createAnswerWithin(deps.timers, answerWithinMs);

  /** The account of the secret that a request shows. @throws ApiError 401 */
  const accountOf = async ({ headers }: FastifyRequest, network: Network): Promise<number> => {
    const [, text = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    const secret = webhookSecrets.looksLike(text)
      ? await findSecretInUse(db.readWhole, { network, hash: webhookSecrets.hashOf(text) })
      : undefined;
    if (!secret) throw failures.unauthenticated('A valid secret of this webhook is required.');
    noteUse({ id: secret.id, lastSeenAt: secret.last_used_at ?? 0, now: clock() });
    return secret.user_id;
  };

  /** What became of a downlink, which is none of a tank's. */
  const takeNews = async (userId: number, receipt: Receipt): Promise<WebhookAnswer> => {
    const device = await findDevice(deps.devices, userId, receipt.devEui);
    if (!device) return { ...noReadings, status: 'unknown_device' };
    const status = await takeReceipt(deps, { userId, deviceId: device.id }, receipt);
    return { ...noReadings, status: status ?? 'ignored' };
  };

  const takeSession = async (userId: number, { devEui }: Joined): Promise<WebhookAnswer> => {
    const device = await findDevice(deps.devices, userId, devEui);
    if (!device) return { ...noReadings, status: 'unknown_device' };
    const isForgotten = await takeJoin(deps, { userId, deviceId: device.id });
    return { ...noReadings, status: isForgotten ? 'not_received' : 'ignored' };
  };

  const accounts = new WeakMap<FastifyRequest, number>();
  const take = async (request: FastifyRequest, heard: Heard): Promise<WebhookAnswer> => {
    if ('event' in heard) return { ...noReadings, status: 'ignored' };
    const userId = accounts.get(request) ?? 0;
    if ('receipt' in heard) return await inTime(takeNews(userId, heard.receipt));
    if ('joined' in heard) return await inTime(takeSession(userId, heard.joined));
    return await inTime(takeUplink(userId, heard.uplink));
  };
  const counted = async (network: Network, work: () => Promise<WebhookAnswer>) => {
    try {
      const answer = await work();
      observe(network, answer.status);
      return answer;
    } catch (error) {
      observe(network, 'failed');
      throw error;
    }
  };

  const routeOf = (network: Network) => ({
    bodyLimit,
    // Before the body is read: who shows no secret fills no memory.
    onRequest: async (request: FastifyRequest) => {
      accounts.set(request, await accountOf(request, network));
    },
    preParsing: inflateBody,
    // What comes is read by itself, since network servers add fields as they like.
    validatorCompiler: () => (value: unknown) => ({ value }),
  });
  const response = { 200: WebhookAnswer, ...fails(401, 429) };

  app.post<{ Querystring: { event?: string } }>(
    '/integrations/chirpstack',
    {
      ...routeOf('chirpstack'),
      schema: {
        summary: 'Take an event of ChirpStack 4',
        description: 'Its HTTP integration with the JSON encoding, also compressed.',
        tags,
        security,
        querystring: EventQuery,
        body: ChirpstackEvent,
        response,
      },
    },
    async (request) =>
      await counted('chirpstack', () =>
        take(request, readChirpstack(request.query.event, request.body)),
      ),
  );

  app.post(
    '/integrations/tts',
    {
      ...routeOf('tts'),
      schema: {
        summary: 'Take a message of The Things Stack 3',
        description: 'Its webhook with the JSON format: uplink messages, plain or normalized.',
        tags,
        security,
        body: TtsMessage,
        response,
      },
    },
    async (request) => await counted('tts', () => take(request, readTts(request.body))),
  );
}
