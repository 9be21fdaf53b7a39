import { type Static, Type } from 'typebox';
import { Code } from '../../accounts/second-factor/schemas.ts';
import { Instant, Line, Named, Nullable, OptionalNullable } from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import type { Key as KeyRow } from './queries.ts';

export const NewKey = Type.Object({
  name: Line(100),
  current_password: OptionalNullable(Line(256, { description: 'The password of the account.' })),
  code: OptionalNullable(Code),
});

const Prefix = Type.String({ description: 'How the key begins, to tell it from others.' });

export const CreatedKey = Named(
  'CreatedApiKey',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    prefix: Prefix,
    api_key: Type.String({ description: 'Shown this once; only its hash is stored.' }),
    created_at: Instant,
  }),
);

export const Key = Named(
  'ApiKey',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    prefix: Prefix,
    created_at: Instant,
    last_used_at: Nullable(Instant),
  }),
);

export function presentKey(key: KeyRow): Static<typeof Key> {
  const { id, name, prefix, created_at, last_used_at } = key;
  return {
    id,
    name,
    prefix,
    created_at: toIso(created_at),
    last_used_at: toIsoOrNull(last_used_at),
  };
}

export function presentCreatedKey(key: KeyRow, apiKey: string): Static<typeof CreatedKey> {
  const { id, name, prefix, created_at } = key;
  return { id, name, prefix, api_key: apiKey, created_at: toIso(created_at) };
}
