import type { FastifySchema, RouteShorthandOptions } from 'fastify';
import { type fails, withFailures } from './failures/failure-schema.ts';

/** Members that operations of a room have in common. */
export type Common = Pick<
  RouteShorthandOptions,
  'onRequest' | 'bodyLimit' | 'validatorCompiler'
> & {
  /** Failures by which its hooks refuse a request. */
  refusals?: ReturnType<typeof fails>;
  schema: { tags: string[]; security?: Record<string, string[]>[] };
};

/** Declares operations with common members: each states only its differences. */
export function declaresOperations({ refusals, ...common }: Common) {
  return <S extends FastifySchema>(schema: S) => ({
    ...common,
    schema: { ...common.schema, ...withFailures(schema, refusals) },
  });
}

/** Declares operations that are actions of one script, `?action=`. */
export function declaresActions(common: Common) {
  const declare = declaresOperations(common);
  return <S extends FastifySchema>(action: string, schema: S) => ({
    ...declare(schema),
    constraints: { action },
  });
}
