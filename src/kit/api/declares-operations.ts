import type { FastifySchema, RouteShorthandOptions } from 'fastify';

/** What operations of a room have in common. */
export type Common = Pick<
  RouteShorthandOptions,
  'onRequest' | 'bodyLimit' | 'validatorCompiler'
> & {
  schema: { tags: string[]; security?: Record<string, string[]>[] };
};

/** Declares operations that share what is common to them: of each is said what differs. */
export function declaresOperations(common: Common) {
  return <S extends FastifySchema>(schema: S) => ({
    ...common,
    schema: { ...common.schema, ...schema },
  });
}

/** The same of operations that are actions of one script, `?action=`. */
export function declaresActions(common: Common) {
  return <S extends FastifySchema>(action: string, schema: S) => ({
    ...common,
    constraints: { action },
    schema: { ...common.schema, ...schema },
  });
}
