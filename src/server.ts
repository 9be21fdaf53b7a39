import type { IncomingMessage, RequestListener, Server } from 'node:http';
import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Logger } from 'pino';
import about from '../package.json' with { type: 'json' };
import { addAccounts } from './accounts/index.ts';
import type { HashCost } from './accounts/passwords/passwords.ts';
import { toNetwork } from './accounts/throttles/keys.ts';
import type { Config } from './config.ts';
import { addDashboard, type Dashboard } from './dashboard/add-dashboard.ts';
import { isDataPath } from './dashboard/program-paths.ts';
import { describeDataFolder } from './data-folder.ts';
import { probeReading, probeWriting } from './db/probe-storage.ts';
import { actionConstraint, addActionFallbacks } from './kit/api/action-routes.ts';
import { failures } from './kit/api/failures/api-error.ts';
import { addErrorHandler, spreadRetry } from './kit/api/failures/error-handler.ts';
import { declareFailures } from './kit/api/failures/failure-schema.ts';
import { createFastPaths } from './kit/api/fast-path.ts';
import { joinObservers, observeAnswers } from './kit/api/route-hooks.ts';
import { compileSerializer } from './kit/api/schema/serializer.ts';
import { compileValidator } from './kit/api/schema/validator.ts';
import type { Component } from './kit/async/components.ts';
import type { App } from './kit/http/app.ts';
import { parseJsonOnly, usualBodyLimit } from './kit/http/body-parsers.ts';
import { boundReads } from './kit/http/bound-reads.ts';
import { compressAnswers } from './kit/http/compress.ts';
import { createTurns } from './kit/http/connections/answer-in-turn.ts';
import { createHttpServer } from './kit/http/connections/http-server.ts';
import { takeRestBeforeRefusals } from './kit/http/connections/take-rest.ts';
import { createEarlyFailures, refuseEarly } from './kit/http/early-failures.ts';
import { createHostCheck, isLoopback } from './kit/http/host-check.ts';
import { refuseEncodedBodies } from './kit/http/inflate.ts';
import { signalLeaving } from './kit/http/leaving.ts';
import { createLongReads } from './kit/http/long-reads.ts';
import { refuseCrumbs } from './kit/http/refuse-crumbs.ts';
import { createRequestIds } from './kit/http/request-ids.ts';
import { logRequests } from './kit/http/request-log.ts';
import { rewriteUrl } from './kit/http/rewrite-url.ts';
import { addSecurityHeaders } from './kit/http/security-headers.ts';
import { createSlowRefusals } from './kit/http/slow-refusals.ts';
import { createClockWatch } from './kit/time/clock-watch.ts';
import { addApiDocs } from './operations/api-docs.ts';
import { addHealthRoutes } from './operations/health.ts';
import {
  createMetrics,
  observeBackups,
  observeBuild,
  observeClock,
  observeLeadership,
  observeReplica,
  observeRequests,
} from './operations/metrics.ts';
import { observeRoom } from './operations/observe-room.ts';
import { componentsToLook, refuseChanges } from './operations/only-looks.ts';
import { createStorageHealth } from './operations/storage-health.ts';
import type { ServiceDeps } from './service-deps.ts';
import { addSmsRoutes, type SmsService } from './sms/index.ts';
import { addWaterRoutes, besideAccounts } from './water/index.ts';

const { version } = about;
/** Version of the water level API that this program implements. */
const apiVersion = '2.0.0';

/** Documents whose APIs are served; each has `/api/auth.php`, since they share their accounts. */
export const services = ['water', 'sms'] as const;
export type Service = (typeof services)[number];

export type ServerDeps = Omit<ServiceDeps, 'clockWatch'> & {
  passwordCost?: HashCost | undefined;
  /** Both by default. */
  only?: Service | undefined;
  /** Set if it only shows what is stored. */
  onlyLooks?: boolean | undefined;
};

/** The HTTP application with every service mounted; it does not listen yet. */
export async function createServer(deps: ServerDeps) {
  const { config, db, log, onlyLooks = false } = deps;
  const metrics = createMetrics();
  let stopping = false;
  warnOfNames(config, log);

  const observer = joinObservers([
    observeRequests(metrics),
    logRequests(log, { clients: config.logClients, trustProxy: config.trustProxy }),
  ]);
  const newId = createRequestIds();
  const checkHost = createHostCheck(config.allowedHosts);
  const fastPaths = createFastPaths({
    isOpen: (request) => !stopping && !onlyLooks && checkHost(request) === undefined,
    newId,
    observer,
  });
  const turns = createTurns(deps);
  const app = createApp(config, {
    log,
    newId,
    early: createEarlyFailures({ newId, tell: observer(undefined) }),
    makeServer: (framework) => createHttpServer(turns, fastPaths.before(framework)),
  });
  let dashboard: Dashboard | undefined;
  const storage = createStorageHealth({
    log,
    probeReading: () => probeReading(db),
    probeWriting: () => probeWriting(db),
  });
  const refuseSlowly = createSlowRefusals({ ...deps, promptPerClient: config.refusalsPerAddress });
  addErrorHandler(app, storage.noticeFailure, {
    answerPage: (request, reply) => dashboard?.answerPage(request, reply) ?? false,
    delayRefusal: ({ ip }) => refuseSlowly(toNetwork(ip)),
    random: Math.random,
  });
  takeRestBeforeRefusals(app, deps.timers);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const wrongHost = checkHost(request.raw);
    if (wrongHost) return refuseEarly(reply, wrongHost);
    if (!stopping) return done();
    reply.header('connection', 'close');
    const failure = failures.unavailable('The server is stopping; try again in a moment.');
    refuseEarly(reply, spreadRetry(failure, Math.random));
  });
  const clockWatch = createClockWatch(deps);
  observeClock(metrics.registry, clockWatch);
  const markPath = describeDataFolder(config.dataDir).backupMarkPath;
  observeBackups(metrics.registry, { ...deps, markPath });
  observeRoom({ ...deps, registry: metrics.registry, dataDir: config.dataDir });
  observeBuild(metrics.registry, { version, node: process.versions.node, engine: db.engine });
  observeLeadership(metrics.registry, deps.leadership);
  if (db.replicaLagMs) observeReplica(metrics.registry, db.replicaLagMs);
  observeAnswers(app, observer);
  fastPaths.collect(app);
  if (onlyLooks) refuseChanges(app);
  declareFailures(app);
  addSecurityHeaders(app, isDataPath);
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['Idempotent-Replayed', 'Link', 'Retry-After', 'X-Request-Id'],
      strictPreflight: false,
      maxAge: 86_400,
    });
  }
  signalLeaving(app);
  if (db.isWorkerAway) boundReads(app, { ...deps, isPartAway: db.isWorkerAway });
  parseJsonOnly(app);
  refuseCrumbs(app);
  refuseEncodedBodies(app);
  compressAnswers(app, isForPeople);
  await addApiDocs(app, { ...deps, version: apiVersion, publicUrl: config.publicUrl });
  addActionFallbacks(app);
  let providers: SmsService['providers'] = () => [];
  addHealthRoutes(app, {
    version,
    onlyLooks,
    metrics,
    providers: () => providers(),
    isStopping: () => stopping,
    hearsNotices: db.notices.isConnected,
    storage,
    checkReplica: db.checkReplica,
    checkWorkers: db.checkWorkers,
  });
  const running = services.filter((name) => deps.only === undefined || deps.only === name);
  const forAccounts = { ...deps, ...besideAccounts, clockWatch, services: running };
  const accounts = await addAccounts(app, forAccounts);
  const longReads = createLongReads(config.longReads, deps);
  const shared = { ...deps, clockWatch, guard: accounts.guard, longReads, metrics };
  const components: Component[] = [clockWatch.component, ...accounts.components];
  if (deps.only !== 'sms') {
    const notifyAccount = accounts.notifyOwner;
    const water = await addWaterRoutes(app, { ...shared, notifyAccount });
    accounts.notifyBy(water.notifyOwner);
    const { upgrades } = water;
    if (upgrades) {
      const isOpen = (request: IncomingMessage) => !stopping && checkHost(request) === undefined;
      turns.upgradeBy({ ...upgrades, areFor: (asks) => isOpen(asks) && upgrades.areFor(asks) });
    }
    components.push(...water.components);
  }
  if (deps.only !== 'water') {
    const { countWrongKey, notifyOwner } = accounts;
    const sms = await addSmsRoutes(app, { ...shared, countWrongKey, notifyOwner });
    components.push(...sms.components);
    providers = sms.providers;
  }

  dashboard = await addDashboard(app, config.map);

  return {
    app,
    /** Components that run while the server does, in the order of starting. */
    components: onlyLooks ? componentsToLook(components) : components,
    /** Answers the requests under way, refuses new ones, and resolves when the last answer is out. */
    stop: async () => {
      stopping = true;
      turns.letGo();
      await app.close();
    },
  };
}

/** Most devices in the field know a server by its name, and would all be refused. */
function warnOfNames({ host, trustProxy, allowedHosts }: Config, log: Logger): void {
  const isForOthers = trustProxy !== false || !isLoopback(host);
  if (!isForOthers || allowedHosts.length > 0) return;
  log.warn(
    'requests that call this server by a name are refused until ALLOWED_HOSTS lists its names',
  );
}

/** Devices have no use for compression, and a stream of events has to leave at once. */
function isForPeople(path: string): boolean {
  return /^\/(api\/(?!stream\b)|v1\/)/.test(path);
}

type AppOptions = {
  log: FastifyBaseLogger;
  newId: () => string;
  early: ReturnType<typeof createEarlyFailures>;
  /** Makes the server around the framework's own listener. */
  makeServer: (framework: RequestListener) => Server;
};

function createApp(config: Config, { log, newId, early, makeServer }: AppOptions): App {
  const app: App = fastify({
    ...early,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Every line about a request names its id; a logger for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    trustProxy: config.trustProxy,
    bodyLimit: usualBodyLimit,
    serverFactory: makeServer,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    rewriteUrl,
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.addConstraintStrategy(actionConstraint);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  return app;
}
