import { Type } from 'typebox';
import { failures } from '../kit/api-error.ts';
import type { App } from '../kit/app.ts';
import { withDeadline } from '../kit/deadline.ts';
import { fails } from '../kit/failure-schema.ts';
import type { Metrics } from './metrics.ts';

type HealthDeps = {
  metrics: Metrics;
  /** Rejects when storage does not answer. */
  checkStorage: () => Promise<void>;
  isStopping: () => boolean;
};

const storageDeadlineMs = 2000;
const Ok = Type.Object({ status: Type.Literal('ok') });

/** What load balancers and Prometheus ask. */
export function addHealthRoutes(app: App, { metrics, checkStorage, isStopping }: HealthDeps): void {
  const isReady = async (): Promise<boolean> => {
    if (isStopping()) return false;
    return await withDeadline('the storage check', storageDeadlineMs, checkStorage()).then(
      () => true,
      () => false,
    );
  };

  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Whether the server can answer',
        tags: ['Operations'],
        response: { 200: Ok },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'Whether storage can answer',
        tags: ['Operations'],
        response: { 200: Ok, ...fails(503) },
      },
    },
    async () => {
      if (isStopping()) throw failures.unavailable('The server is stopping.');
      if (!(await isReady())) throw failures.unavailable('Storage does not answer.');
      return { status: 'ok' as const };
    },
  );
  app.get(
    '/metrics',
    { schema: { summary: 'Prometheus metrics', tags: ['Operations'] } },
    async (_request, reply) => {
      metrics.ready.set((await isReady()) ? 1 : 0);
      reply.type(metrics.registry.contentType);
      return await metrics.registry.metrics();
    },
  );
}
