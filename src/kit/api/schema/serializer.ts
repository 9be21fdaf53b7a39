import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileOnce } from './compile-once.ts';

export type Serialize = (data: unknown) => string;

const compiled = compileOnce<Serialize>((schema) => fastJsonStringify(schema));

export function serializerOf(schema: TSchema): Serialize {
  const find = compiled(schema);
  return (data) => find()(data);
}

/** Compiles the writers of answers for the framework, by their schemas. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  serializerOf(schema);
