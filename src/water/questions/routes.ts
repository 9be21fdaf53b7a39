import type { FastifyRequest } from 'fastify';
import { isSignedBy } from '../../delivery/sign-post.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { App } from '../../kit/http/app.ts';
import { keepJsonText } from '../../kit/http/body-parsers.ts';
import type { SmsApi } from '../notifications/channels/sms.ts';
import { findSettings } from '../notifications/queries.ts';
import type { Secrets } from '../notifications/secrets.ts';
import { answerMessage, type Carrier, type MessageDeps } from './answer-message.ts';
import { Event, OfAccount, Received, readInbound } from './schemas.ts';

export type QuestionsDeps = MessageDeps & { secrets: Secrets };

/** Size of a message of 255 segments, the most that a phone sends, in the longest encoding. */
const largestBody = 65_536;

/**
 * Adds the operation to which an SMS service posts messages from phones, so that people can ask for tanks,
 * pumps and alerts. It depends only on the service's webhook and API; see `docs/api/questions.md`.
 */
export async function addQuestionsRoutes(app: App, deps: QuestionsDeps): Promise<void> {
  await app.register(async (scope) => addRoute(scope, deps));
}

function addRoute(app: App, deps: QuestionsDeps): void {
  const textOf = keepJsonText(app);
  const carriers = new WeakMap<FastifyRequest, Carrier>();

  const requireSignature = async (request: FastifyRequest): Promise<void> => {
    const { account } = request.query as { account?: unknown };
    const accountId = Number(account);
    const api = await findApi(deps, accountId);
    const { headers } = request;
    const post = { body: textOf(request), now: deps.clock() };
    if (!api?.webhookSecret || !isSignedBy(api.webhookSecret, headers, post)) {
      throw failures.unauthenticated("A fresh signature by the webhook's secret is required.");
    }
    carriers.set(request, { accountId, api });
    request.accountId = accountId;
  };

  app.post(
    '/api/questions',
    {
      bodyLimit: largestBody,
      preValidation: requireSignature,
      schema: {
        tags: ['Questions by SMS'],
        summary: 'Take a message from a phone, and answer it by SMS',
        description:
          'For the webhook of an SMS service, whose secret signs it (Standard Webhooks). It is ' +
          'answered alike whether the phone is answered or not.',
        querystring: OfAccount,
        body: Event,
        response: { 200: Received, ...fails(401) },
      },
    },
    async (request) => {
      const carrier = carriers.get(request);
      const { type, data } = request.body;
      if (carrier && type === 'message.inbound') {
        const message = readInbound(data);
        if (!message) throw failures.malformed('The data is no message from a phone.');
        await answerMessage(deps, carrier, message);
      }
      return { received: true as const };
    },
  );
}

async function findApi(
  { db, secrets }: QuestionsDeps,
  accountId: number,
): Promise<SmsApi | undefined> {
  if (!Number.isSafeInteger(accountId) || accountId < 1) return undefined;
  const settings = await findSettings(db.read, accountId);
  return secrets.open<SmsApi>(accountId, settings?.sms_api);
}
