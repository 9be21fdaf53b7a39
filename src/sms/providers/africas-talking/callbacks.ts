import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { failures } from '../../../kit/api/failures/api-error.ts';
import type { App } from '../../../kit/http/app.ts';
import { normalisePhone } from '../../../kit/text/phone.ts';
import { africasTalking } from '../../../settings/providers/africas-talking.ts';
import type { ProviderEvents, Receipt } from '../provider.ts';
import { readReportWord } from '../report-words.ts';
import { readCallbackBody } from './callback-body.ts';

type CallbacksDeps = {
  events: ProviderEvents;
  /** The server's secret, of which the path is derived. */
  secret: Buffer;
};

const folder = '/callbacks/africas-talking';

/**
 * The secret part of the paths, derived from the server's secret (RFC 5869): Africa's Talking does not
 * sign its posts, so every post to the path is believed.
 */
export function callbackToken(secret: Buffer): string {
  const info = "kisima callbacks of Africa's Talking";
  return Buffer.from(hkdfSync('sha256', secret, '', info, 24)).toString('base64url');
}

/** The callbacks' paths, which the operator enters in Africa's Talking's dashboard. */
export function callbackPaths(secret: Buffer, prefix = '') {
  const base = `${prefix}${folder}/${callbackToken(secret)}`;
  return {
    delivery_reports: `${base}/delivery-reports`,
    incoming_messages: `${base}/incoming-messages`,
    opt_outs: `${base}/opt-outs`,
  };
}

const Word = Type.String({ maxLength: 200 });

/** They add fields as they like. */
const open = { additionalProperties: true };

const Params = Type.Object({ token: Word });

const DeliveryReport = Type.Object(
  {
    id: Type.String({ pattern: '\\S', maxLength: 200 }),
    status: Word,
    phoneNumber: Type.Optional(Word),
    failureReason: Type.Optional(Word),
  },
  open,
);

type DeliveryReport = Static<typeof DeliveryReport>;

const IncomingMessage = Type.Object(
  {
    from: Word,
    to: Type.Optional(Word),
    text: Type.Optional(Type.String({ maxLength: 100_000 })),
    id: Type.Optional(Word),
  },
  open,
);

const OptOut = Type.Object({ senderId: Type.Optional(Word), phoneNumber: Word }, open);

/** One entry, or several as a list of JSON. */
function entriesOf<T extends TSchema>(entry: T) {
  return Type.Array(entry, { minItems: 1, maxItems: 1000 });
}

const callback = { hide: true, params: Params, querystring: Type.Object({}, open) };

/**
 * Takes what Africa's Talking posts: delivery reports, messages from phones, opt-outs. Each is
 * answered 200 once it is durable; anything else makes them post it again. Without the sender that it was written
 * to, a STOP is one to the sender that accounts share.
 */
export async function addAfricasTalkingCallbacks(app: App, deps: CallbacksDeps): Promise<void> {
  const expected = Buffer.from(callbackToken(deps.secret));

  await app.register(async (scope) => {
    parseAnything(scope);
    // Before the body is read: to those who do not know the path there is nothing here.
    scope.addHook('onRequest', async (request) => {
      const given = Buffer.from(String((request.params as { token?: unknown }).token));
      const isKnown = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isKnown) throw failures.notFound('Path');
      // One that no server knows, or that is no type at all, would be refused before the body is seen.
      delete request.headers['content-type'];
    });
    addCallbackRoutes(scope, deps.events);
  });
}

/** Whatever its type is called; the server's limit of bytes holds here too. */
function parseAnything(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    readCallbackBody(body),
  );
}

function addCallbackRoutes(app: App, { onReceipt, onInbound }: ProviderEvents): void {
  app.post(
    `${folder}/:token/delivery-reports`,
    { schema: { ...callback, body: entriesOf(DeliveryReport) } },
    async ({ body }) => {
      // Those of one moment are stored together; the body is the bound of how many wait.
      await Promise.all(body.map((report) => onReceipt(readReport(report))));
      return { received: true };
    },
  );

  app.post(
    `${folder}/:token/incoming-messages`,
    { schema: { ...callback, body: entriesOf(IncomingMessage) } },
    async ({ body }) => {
      for (const { from, to = '', text = '', id } of body) {
        await onInbound({ provider: africasTalking.name, ref: id || null, from, to, text });
      }
      return { received: true };
    },
  );

  app.post(
    `${folder}/:token/opt-outs`,
    { schema: { ...callback, body: entriesOf(OptOut) } },
    async ({ body }) => {
      for (const { phoneNumber: from, senderId: to = '' } of body) {
        await onInbound({ provider: africasTalking.name, ref: null, from, to, text: 'STOP' });
      }
      return { received: true };
    },
  );
}

function readReport({ id, status, phoneNumber, failureReason }: DeliveryReport): Receipt {
  const to = normalisePhone(phoneNumber);
  // They may add words: what is not the end is on its way.
  const state = readReportWord(status) ?? 'pending';
  const isBad = state !== 'delivered' && state !== 'pending';
  return {
    provider: africasTalking.name,
    ref: id.trim(),
    status: state,
    error: isBad ? failureReason?.trim() || status.trim() : null,
    ...(to !== undefined && { to }),
  };
}
