import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import pino, { type LevelWithSilent } from 'pino';
import { readConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/db/database.ts';
import type { Engine } from '../../../src/db/db.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { systemTimers, type Timers } from '../../../src/kit/time/timers.ts';
import { type RunningServer, runServer } from '../../../src/run.ts';
import type { Service } from '../../../src/server.ts';
import { likeCustomers } from '../accounts/like-customers.ts';
import { makeMigratedPostgres, makeMigratedSqlite } from '../database/migrated-storage.ts';
import { requestByHttp } from '../http/request-by-http.ts';
import { isWhole } from '../whole-suite.ts';
import { makeTestFolder } from './test-folder.ts';

export type { Engine };

const engines: Engine[] = ['sqlite', 'postgres'];

/** Declares `suite` once for each engine, so that nothing is true of one of them only. */
export function describeOnBothEngines(title: string, suite: (engine: Engine) => void): void {
  for (const engine of engines) describe(`${title} (${engine})`, () => suite(engine));
}

/**
 * Describes slow tests that hardly depend on the engine: on both engines where the suite is whole, and
 * else on the one whose turn it is.
 */
export function describeByTurns(
  turn: Engine,
  title: string,
  suite: (engine: Engine) => void,
): void {
  if (isWhole) describeOnBothEngines(title, suite);
  else describe(`${title} (${turn})`, () => suite(turn));
}

/** A clock that stands still until it is moved. */
export type TestClock = {
  now: number;
  /** Lets time pass: the monotonic clock goes on, too. */
  advance: (milliseconds: number) => void;
  /** Sets the clock forward, or back, while no time passes. */
  jump: (milliseconds: number) => void;
};

export type Answer = { status: number; headers: Headers; body: unknown; text: string };

export type RequestOptions = {
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string | number>;
  /** A body as it is, for what neither JSON nor a plain form can say. */
  body?: string;
  headers?: Record<string, string>;
};

export type TestServer = {
  url: string;
  db: Database;
  clock: TestClock;
  /** Everything that was logged so far. */
  logged: () => string;
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  stop: () => Promise<void>;
};

type StartOptions = {
  engine: Engine;
  env?: Record<string, string>;
  now?: string;
  only?: Service;
  timers?: Timers;
  /** Least severe line that is kept; everything unless stated. */
  logLevel?: LevelWithSilent;
  /** The monotonic clock goes only with `clock.advance`: for what is allowed so often a minute. */
  isStill?: boolean;
  /** Passwords are hashed at the cost of the field, which is most of the time that most tests take. */
  hashesAtFullCost?: boolean;
  /** The clock goes by itself, for clients with clocks of their own, such as browsers. */
  isTimed?: boolean;
};

/** As little as argon2 takes. */
const leastHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the whole program on a free port with storage of its own and a clock that the test moves. */
export async function startTestServer(options: StartOptions): Promise<TestServer> {
  const {
    engine,
    env = {},
    now = '2026-11-21T08:00:00.000Z',
    only,
    timers = systemTimers,
    logLevel = 'trace',
    isTimed = false,
    isStill = false,
    hashesAtFullCost = false,
  } = options;
  const folder = await makeTestFolder('test');
  const database =
    env['DATABASE_URL'] === undefined ? await makeStorage(engine, folder) : undefined;
  const { clock, passed } = createTestClock(Date.parse(now));
  const lines: string[] = [];
  // Let go of when it stops: the test runner keeps every suite and all that its variables hold, and
  // hundreds of servers would be gigabytes.
  let running: RunningServer | undefined = await runServer(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      ...likeCustomers,
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    }),
    {
      only,
      passwordCost: hashesAtFullCost ? undefined : leastHashCost,
      timers: { ...timers, now: () => (isStill ? 0 : timers.now()) + passed() },
      clock: isTimed ? systemClock : () => clock.now,
      log: pino({ level: logLevel }, { write: (line: string) => void lines.push(line) }),
    },
  );
  const { url } = running;
  return {
    url,
    get db() {
      return ofRunning(running).db;
    },
    clock,
    logged: () => lines.join(''),
    request: (method, path, request) => send(url, method, path, request),
    stop: async () => {
      await running?.stop();
      running = undefined;
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Server for all tests of a suite, whose hooks it sets: to be used once they run. */
export function useTestServer(options: StartOptions): TestServer {
  const server = {} as TestServer;
  before(async () => {
    const started = await startTestServer(options);
    Object.defineProperties(server, Object.getOwnPropertyDescriptors(started));
  });
  after(() => server.stop());
  return server;
}

function ofRunning(server: RunningServer | undefined): RunningServer {
  if (!server) throw new Error('the test server was stopped');
  return server;
}

/** @returns the database on PostgreSQL, to be dropped; that of SQLite goes with its folder. */
async function makeStorage(engine: Engine, folder: string) {
  if (engine === 'postgres') return await makeMigratedPostgres();
  await makeMigratedSqlite(join(folder, 'kisima.db'));
  return undefined;
}

function createTestClock(now: number): { clock: TestClock; passed: () => number } {
  let passed = 0;
  const clock = {
    now,
    advance: (milliseconds: number) => {
      clock.now += milliseconds;
      passed += milliseconds;
    },
    jump: (milliseconds: number) => {
      clock.now += milliseconds;
    },
  };
  return { clock, passed: () => passed };
}

/** Sends one request to whatever serves at `base`. */
export async function send(
  base: string,
  method: string,
  path: string,
  { token, json, form, body, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const sent =
    json !== undefined
      ? { type: 'application/json', text: JSON.stringify(json) }
      : form && {
          type: 'application/x-www-form-urlencoded',
          text: new URLSearchParams(toText(form)).toString(),
        };
  const type = sent?.type ?? (body !== undefined ? 'text/plain;charset=UTF-8' : undefined);
  const answer = await requestByHttp({
    method,
    url: `${base}${path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
      ...lowerCased(headers),
    },
    body: body ?? sent?.text,
  });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { ...answer, body: isJson ? JSON.parse(answer.text) : answer.text };
}

/** Names of headers are the same in any case. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function toText(form: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
}
