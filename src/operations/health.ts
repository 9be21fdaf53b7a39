import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { ReplicaHealth } from '../db/postgres/replica/replica.ts';
import { failures } from '../kit/api/failures/api-error.ts';
import { OneOf } from '../kit/api/schema/schema.ts';
import type { App } from '../kit/http/app.ts';
import type { Metrics } from './metrics.ts';
import type { StorageHealth, StorageState } from './storage-health.ts';

type HealthDeps = {
  /** Version of this program, from its package.json. */
  version: string;
  /** True if the server only shows what is stored. */
  onlyLooks: boolean;
  metrics: Metrics;
  storage: Pick<StorageHealth, 'check'>;
  /** State of the read replica, where there is one; the primary answers while it cannot. */
  checkReplica: Database['checkReplica'];
  /** State of the servers of a cluster, where there is one: each serves devices of its own. */
  checkWorkers: (() => Promise<{ name: string; state: 'up' | 'away' }[]>) | undefined;
  /** True if notices of other processes arrive. */
  hearsNotices: () => boolean;
  isStopping: () => boolean;
  /** State of the SMS providers; none where the SMS service does not run. */
  providers: () => ProviderState[];
};

type ProviderState = { name: string; state: 'up' | 'degraded' | 'down' };

/** Reason why a server is not ready, for its operator. */
const troubles: Record<Exclude<StorageState, 'up'>, string> = {
  away: 'Storage does not answer.',
  full: 'Storage takes no writes: its disk is full.',
  moved:
    'The database file is not the one that was opened: put it back, or stop the server, run kisima restore and start it.',
  damaged: 'The database is damaged: stop the server and run kisima doctor.',
};

const Alive = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String({ description: 'Of the program.' }),
  only_looks: Type.Optional(
    Type.Literal(true, { description: 'There where it takes, changes and sends nothing.' }),
  ),
});
const Ready = Type.Object({
  status: Type.Literal('ok'),
  read_replica: Type.Optional(OneOf(['up', 'late', 'away'])),
  read_replica_lag_seconds: Type.Optional(
    Type.Number({ description: 'How far the replica is behind; there where it is known.' }),
  ),
  database_workers: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), state: OneOf(['up', 'away']) })),
  ),
  sms_providers: Type.Array(
    Type.Object({ name: Type.String(), state: OneOf(['up', 'degraded', 'down']) }),
  ),
});

/** Routes of load balancers and Prometheus. */
export function addHealthRoutes(app: App, deps: HealthDeps): void {
  const { version, onlyLooks, metrics, storage, isStopping, providers } = deps;
  const isReady = async () => !isStopping() && (await storage.check()) === 'up';

  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Whether the server can answer',
        tags: ['Operations'],
        response: { 200: Alive },
      },
    },
    async () => ({
      status: 'ok' as const,
      version,
      ...(onlyLooks && { only_looks: true as const }),
    }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'Whether storage can serve; also how the SMS providers are',
        tags: ['Operations'],
        response: { 200: Ready },
      },
    },
    async () => {
      if (isStopping()) throw failures.unavailable('The server is stopping.');
      const state = await storage.check();
      if (state !== 'up') throw failures.unavailable(troubles[state]);
      // Another server would not help while a provider is down: messages wait here for it. The reason is at
      // /v1/admin/providers: an SMSC's answers about its accounts are not for strangers.
      const states = providers().map(({ name, state }) => ({ name, state }));
      return {
        status: 'ok' as const,
        ...(deps.checkReplica && presentReplica(await deps.checkReplica())),
        ...(deps.checkWorkers && { database_workers: await deps.checkWorkers() }),
        sms_providers: states,
      };
    },
  );
  app.get(
    '/metrics',
    { schema: { summary: 'Prometheus metrics', tags: ['Operations'] } },
    async (_request, reply) => {
      metrics.noticesConnected.set(deps.hearsNotices() ? 1 : 0);
      metrics.ready.set((await isReady()) ? 1 : 0);
      reply.type(metrics.registry.contentType);
      return await metrics.registry.metrics();
    },
  );
}

function presentReplica({ state, lagMs }: ReplicaHealth) {
  return {
    read_replica: state,
    ...(lagMs !== undefined && { read_replica_lag_seconds: lagMs / 1000 }),
  };
}
