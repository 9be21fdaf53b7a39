import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { toNetwork } from '../../accounts/throttles/keys.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { FormObject, Instant, Line } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { createStreams } from './streams.ts';
import type { createTickets, StreamHolder } from './tickets.ts';

export type LiveDeps = {
  guard: Guard;
  tickets: ReturnType<typeof createTickets>;
  streams: ReturnType<typeof createStreams>;
};

const heading = 'Live events';

/** Headers that keep caches and proxies from holding events back. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store',
  'x-accel-buffering': 'no',
};

/** Adds the operations of live events, which are our extension of the document. */
export function addLiveRoutes(app: App, { guard, tickets, streams }: LiveDeps): void {
  const operation = operationsForUsers(guard, heading);
  const holders = new WeakMap<FastifyRequest, StreamHolder>();

  /** Hook: a ticket, or where there is none a bearer token, of a person or a program. */
  async function requireHolder(
    this: FastifyInstance,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { ticket } = request.query as { ticket?: unknown };
    if (ticket === undefined && request.headers.authorization !== undefined) {
      await guard.requireViewer.call(this, request, reply);
      const { userId: accountId, sessionId, program } = guard.callerOf(request);
      holders.set(request, { accountId, sessionId, ...(program && { program }) });
      return;
    }
    const holder = typeof ticket === 'string' ? await tickets.redeem(ticket) : undefined;
    if (!holder) throw failures.unauthenticated('A fresh ticket is required.');
    holders.set(request, holder);
    request.accountId = holder.accountId;
  }

  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });

  app.post(
    '/api/stream/tickets',
    operation({
      summary: 'Get a ticket that opens a stream of live events',
      description: 'It is good once and for 30 seconds, and may stand in an address.',
      response: { 201: Ticket },
    }),
    async (request, reply) => {
      const { ticket, expiresAt } = await tickets.issue(guard.callerOf(request).sessionId);
      reply.code(201).header('cache-control', 'no-store');
      return { ticket, expires_at: toIso(expiresAt) };
    },
  );

  app.get(
    '/api/stream',
    {
      onRequest: requireHolder,
      exposeHeadRoute: false,
      schema: {
        summary: "Events of the account's devices as they happen",
        description:
          'By a fresh ticket; whoever can send headers, as programs with a token of theirs, sends the bearer token in its place.',
        tags: [heading],
        querystring: StreamQuery,
        response: { 200: EventStream, ...fails(401, 403, 429) },
      },
    },
    async (request, reply) => {
      const holder = holders.get(request);
      if (!holder) throw new Error('the route requires a ticket');
      const viewer = { ...holder, network: toNetwork(request.ip), page: request.query.page };
      streams.makeRoom(viewer);
      reply.hijack();
      // The client may have hung up while its ticket was looked up.
      if (reply.raw.destroyed || request.socket.readableEnded) return void reply.raw.destroy();
      const headers = Object.entries(reply.headers(streamHeaders).getHeaders());
      for (const [name, value = ''] of headers) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200);
      streams.begin(viewer, reply.raw, lastIdOf(request));
    },
  );
}

/**
 * Returns the id of the last event seen. A browser that reconnects sends it in the header, with its old
 * address.
 */
function lastIdOf({ headers, query }: FastifyRequest): string | undefined {
  const header = headers['last-event-id'];
  if (typeof header === 'string' && header !== '') return header;
  return (query as { last_event_id?: string }).last_event_id || undefined;
}

export const Ticket = Type.Object({
  ticket: Type.String({ description: 'Opens one stream, once.' }),
  expires_at: Instant,
});

export const StreamQuery = FormObject({
  ticket: Type.Optional(Line(100, { description: 'A fresh ticket; in place of a bearer token.' })),
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Id of the last event seen; the header `Last-Event-ID` says the same.',
    }),
  ),
  page: Type.Optional(
    Line(64, {
      description:
        'A name of the own choosing: the stream takes the place of one by the same name, if the session, or the token of a program, has one.',
    }),
  ),
});

export const EventStream = {
  description: 'Events as they happen, until one of the two hangs up.',
  content: { 'text/event-stream': { schema: Type.String() } },
};
