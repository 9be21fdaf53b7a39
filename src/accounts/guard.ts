import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Database } from '../db/database.ts';
import { ApiError, failures } from '../kit/api/failures/api-error.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Language } from './language.ts';
import { type Program, type ProgramScope, programTokens } from './program-tokens/program-token.ts';
import { findProgramTokenInUse } from './program-tokens/queries.ts';
import { findOpenSessions, findSession } from './sessions/queries.ts';
import type { SessionEnds } from './sessions/session-ends.ts';
import type { Tokens } from './sessions/tokens.ts';

/** The person who makes a request, by the bearer token. */
export type Caller = {
  userId: number;
  /** Empty for a program, which has no session. */
  sessionId: string;
  /** IANA name of the account's time zone. */
  timezone: string;
  language: Language;
  isAdmin: boolean;
  /** The program that acts for the person by a token of its own, within what that permits. */
  program?: Program;
};

/** Proof that the owner acts, and not somebody with a token that was left open. */
export type Proof = {
  current_password?: string | null | undefined;
  code?: string | null | undefined;
};

/** Lets only signed-in people through. */
export type Guard = {
  /** Hook of a route that needs a bearer token; throws the catalogue's 401. */
  requireUser: onRequestAsyncHookHandler;
  /**
   * The same, but also programs with a token of their own pass: to read by one that may read, to change
   * by one that may operate. What each may do at a device is for the rules of access.
   */
  requireViewer: onRequestAsyncHookHandler;
  /**
   * Hook of a route for administrators: 404 for all other signed-in people, so that nothing is revealed,
   * and 403 for an administrator without the second factor that this server requires.
   */
  requireAdmin: onRequestAsyncHookHandler;
  /** Caller of a request that passed one of the hooks. */
  callerOf: (request: FastifyRequest) => Caller;
  /** Caller of a program's token that came by another way than a request. @throws ApiError 401 */
  programOf: (token: string) => Promise<Caller>;
  /**
   * Requires the present password or a code where the account has two-step sign-in on; one that is sent
   * without being required is checked too. @throws 400 naming the field, 429.
   */
  proveOwner: (request: FastifyRequest, proof: Proof) => Promise<void>;
  /** Owners of those sessions that are still valid, by session. */
  ownersOf: (sessionIds: string[]) => Promise<Map<string, number>>;
  /**
   * Listens for users whose sessions have just ended in any process; undefined where that may be anybody,
   * since notices were missed.
   */
  onSessionsEnded: SessionEnds['listen'];
};

type GuardDeps = {
  db: Database;
  clock: Clock;
  tokens: Tokens;
  sessionEnds: SessionEnds;
  proveOwner: (userId: number, proof: Proof & { address: string }) => Promise<void>;
  /** Records that sessions are in use. */
  noteSeen: (used: { id: string; lastSeenAt: number; now: number }) => void;
  /** Records that tokens of programs are. */
  noteTokenUse: (used: { id: number; lastSeenAt: number; now: number }) => void;
  /** True if an administrator lacks the second factor that this server requires. */
  lacksSecondFactor: (userId: number) => Promise<boolean>;
};

// RFC 7235, section 2.1: the scheme is compared without regard to case.
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const readOnly = () =>
  new ApiError(403, 'not_for_programs', 'This token may only read; make one that may operate.');

const forPeople = () =>
  new ApiError(403, 'not_for_programs', 'The token of a program cannot be used for this; sign in.');

const secondFactorNeeded = () =>
  new ApiError(
    403,
    'second_factor_needed',
    'Administrators of this server need two-step sign-in: turn it on in the dashboard under Account, ' +
      'or by POST /api/auth.php?action=second-factor-start.',
  );

/**
 * The guard of every operation that needs a bearer token (document 1, section 5). The `sessions` table is
 * read at every request, so that a token that was logged out is refused at once, on every process.
 */
export function createGuard(deps: GuardDeps): Guard {
  const { db, clock, tokens, sessionEnds, noteSeen, noteTokenUse } = deps;
  const { lacksSecondFactor, proveOwner } = deps;
  const callers = new WeakMap<FastifyRequest, Caller>();

  const identify = async (request: FastifyRequest): Promise<Caller> => {
    const text = bearer.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const caller = programTokens.looksLike(text) ? await findProgram(text) : await findPerson(text);
    callers.set(request, caller);
    request.accountId = caller.userId;
    return caller;
  };

  const findProgram = async (text: string): Promise<Caller> => {
    const token = await findProgramTokenInUse(db.read, programTokens.hashOf(text));
    if (!token) throw failures.unauthenticated();
    noteTokenUse({ id: token.id, lastSeenAt: token.last_used_at ?? 0, now: clock() });
    const deviceIds = token.device_ids === null ? undefined : JSON.parse(token.device_ids);
    return {
      userId: token.user_id,
      sessionId: '',
      timezone: token.timezone,
      language: token.language as Language,
      isAdmin: false,
      program: {
        name: token.name,
        scope: token.scope as ProgramScope,
        ...(deviceIds !== undefined && { deviceIds }),
      },
    };
  };

  const findPerson = async (text: string): Promise<Caller> => {
    const claims = tokens.read(text);
    if (!claims) throw failures.unauthenticated();
    const now = clock();
    const session = await findSession(db.read, claims.sessionId, now);
    if (!session || session.user_id !== claims.userId) throw failures.unauthenticated();
    noteSeen({ id: claims.sessionId, lastSeenAt: session.last_seen_at, now });
    return {
      userId: session.user_id,
      sessionId: claims.sessionId,
      timezone: session.timezone,
      language: session.language as Language,
      isAdmin: session.role === 'admin',
    };
  };

  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request);
    if (!caller) throw new Error('the route does not require a user');
    return caller;
  };
  return {
    requireUser: async (request) => {
      const { program } = await identify(request);
      if (program) throw forPeople();
    },
    requireViewer: async (request) => {
      const { program } = await identify(request);
      if (program?.scope === 'read' && !reads.has(request.method)) throw readOnly();
    },
    requireAdmin: async (request) => {
      const { isAdmin, userId, program } = await identify(request);
      if (program) throw forPeople();
      if (!isAdmin) throw failures.unknownPath(request.url);
      if (await lacksSecondFactor(userId)) throw secondFactorNeeded();
    },
    callerOf,
    programOf: findProgram,
    proveOwner: async (request, proof) =>
      await proveOwner(callerOf(request).userId, { ...proof, address: request.ip }),
    ownersOf: async (sessionIds) => {
      const open = await findOpenSessions(db.read, sessionIds, clock());
      return new Map(open.map(({ id, user_id }) => [id, user_id]));
    },
    onSessionsEnded: sessionEnds.listen,
  };
}
