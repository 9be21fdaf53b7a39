import { Type } from '../kit/api/type.ts';

/** A text that may be left out. */
export const Text = (description: string, options = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...options }));

/** A whole number with a default. */
export const Count = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum, maximum });

/** A number with a default. */
export const Amount = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: fallback, minimum, maximum });
