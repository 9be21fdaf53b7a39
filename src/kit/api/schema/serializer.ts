import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileOnce } from './compile-once.ts';

/** Writes an answer as its schema says. */
export type Serialize = (data: unknown) => string;

const compiled = compileOnce<Serialize>((schema) => fastJsonStringify(schema));

export function serializerOf(schema: TSchema): Serialize {
  const find = compiled(schema);
  return (data) => find()(data);
}

/** Writes answers for the framework, as their schemas say. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  serializerOf(schema);
