import { Type } from 'typebox';

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The same key with the same body is given the first answer again for 24 hours, and does nothing more.',
    }),
  ),
});
