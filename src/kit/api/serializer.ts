import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileOnce } from './compile-once.ts';

/** Writes an answer as its schema says. */
export type Serialize = (data: unknown) => string;

export const serializerOf = compileOnce<Serialize>((schema) => fastJsonStringify(schema));

/** Writes answers for the framework, as their schemas say. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  serializerOf(schema);
