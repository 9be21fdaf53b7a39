import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

/** Who makes a request, as the bearer token says. */
export type Caller = {
  userId: number;
  /** The session that the token belongs to. */
  sessionId: string;
  /** IANA name of the account's time zone. */
  timezone: string;
};

/** Lets only signed-in people through. */
export type Guard = {
  /** The hook of a route that needs a bearer token; throws the catalogue's 401. */
  requireUser: onRequestAsyncHookHandler;
  /** The caller of a request that `requireUser` has let through. */
  callerOf: (request: FastifyRequest) => Caller;
};
